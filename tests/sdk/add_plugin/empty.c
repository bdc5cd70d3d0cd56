/* SPDX-License-Identifier: Apache-2.0 */
int nothing_to_load(void);
int nothing_to_load(void) {
  return 0;
}
