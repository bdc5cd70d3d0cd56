# SPDX-License-Identifier: Apache-2.0
"""The kinds of hostile and odd input, one module a format. Each has cases(base), which yields Case."""
