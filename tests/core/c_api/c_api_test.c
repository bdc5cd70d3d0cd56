/* SPDX-License-Identifier: Apache-2.0
 *
 * The C API as a C program uses it. Arguments: the common stem of an example's .r1cs and .wtns, and its
 * curve. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/lockstep.h"

static int failures = 0;

static void expect(int holds, const char* what, const lockstep_error* error) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "FAILED: %s%s%s\n", what, error != NULL ? ": " : "", error != NULL ? error->message : "");
}

static void write_text(const char* path, const char* text) {
  FILE* file = fopen(path, "w");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
    fprintf(stderr, "can't write %s\n", path);
    exit(2);
  }
}

static char* path_of(const char* stem, const char* suffix) {
  const size_t size = strlen(stem) + strlen(suffix) + 1;
  char* path = malloc(size);
  if (path == NULL) exit(2);
  (void)snprintf(path, size, "%s%s", stem, suffix);
  return path;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  char* r1cs = path_of(argv[1], ".r1cs");
  char* witness = path_of(argv[1], ".wtns");
  char* key = path_of(argv[1], ".zkey");
  char* vk = path_of(argv[1], ".vk.json");
  char* proof_path = path_of(argv[1], ".proof.json");
  char* public_path = path_of(argv[1], ".public.json");
  lockstep_error error;
  memset(&error, 0, sizeof error);

  expect(strlen(lockstep_version()) > 0, "a version", NULL);

  lockstep_setup_options setup;
  memset(&setup, 0, sizeof setup);
  setup.struct_size = sizeof setup;
  setup.r1cs = r1cs;
  setup.key = key;
  setup.vk = vk;
  setup.seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  expect(lockstep_setup(&setup, &error) == LOCKSTEP_OK, "setup", &error);
  setup.seed = "xyz";
  expect(lockstep_setup(&setup, &error) == LOCKSTEP_E_USAGE, "a seed that is none is refused", &error);

  lockstep_engine* engine = NULL;
  expect(lockstep_engine_create(NULL, &engine, &error) == LOCKSTEP_OK, "an engine", &error);
  if (engine == NULL) return 1;
  const char* backends = lockstep_engine_backends_json(engine);
  expect(backends != NULL && strstr(backends, "cpu_reference") != NULL, "cpu_reference is listed", NULL);

  lockstep_prove_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.key = key;
  options.witness = witness;
  options.backend = "cpu_reference";
  lockstep_proof* proof = NULL;
  expect(lockstep_prove(engine, &options, &proof, &error) == LOCKSTEP_OK, "prove", &error);
  if (proof == NULL) return 1;
  lockstep_engine_destroy(engine); /* proofs outlive it */
  write_text(proof_path, lockstep_proof_json(proof));
  write_text(public_path, lockstep_proof_public_json(proof));
  expect(strstr(lockstep_proof_report_json(proof), "msm_h") != NULL, "the report has its phases", NULL);
  size_t size = 1;
  (void)lockstep_proof_bytes(proof, &size);
  expect(size == (strcmp(argv[2], "bls12_381") == 0 ? 192u : 0u), "192 bytes on BLS12-381 alone", NULL);
  lockstep_proof_destroy(proof);
  lockstep_proof_destroy(NULL);

  expect(lockstep_verify(vk, public_path, proof_path, &error) == LOCKSTEP_OK, "verify", &error);
  write_text(public_path, "[\"1\", \"2\", \"3\", \"4\"]");
  expect(lockstep_verify(vk, public_path, proof_path, &error) == LOCKSTEP_E_INVALID_PROOF,
         "other public inputs are invalid", &error);
  write_text(public_path, "[");
  expect(lockstep_verify(vk, public_path, proof_path, &error) == LOCKSTEP_E_MALFORMED,
         "what is no JSON is malformed", &error);
  expect(lockstep_verify(vk, NULL, proof_path, NULL) == LOCKSTEP_E_USAGE, "a NULL is refused", NULL);

  expect(lockstep_engine_create(NULL, &engine, NULL) == LOCKSTEP_OK, "a second engine", NULL);
  proof = NULL;
  options.backend = "no_such_backend";
  expect(lockstep_prove(engine, &options, &proof, &error) == LOCKSTEP_E_BACKEND && proof == NULL,
         "an unknown backend is no other backend", &error);
  expect(strstr(error.message, "no_such_backend") != NULL, "and is named", &error);
  options.backend = NULL;
  options.witness = r1cs;
  expect(lockstep_prove(engine, &options, &proof, &error) == LOCKSTEP_E_MALFORMED, "an r1cs is no witness",
         &error);
  options.struct_size = 0;
  expect(lockstep_prove(engine, &options, &proof, &error) == LOCKSTEP_E_USAGE, "struct_size is needed",
         &error);
  struct {
    lockstep_prove_options known;
    uint64_t later;
  } newer;
  memset(&newer, 0, sizeof newer);
  newer.known = options;
  newer.known.struct_size = sizeof newer;
  newer.later = 1;
  expect(lockstep_prove(engine, &newer.known, &proof, &error) == LOCKSTEP_E_USAGE,
         "a field that this library doesn't know is refused", &error);
  lockstep_engine_destroy(engine);
  lockstep_engine_destroy(NULL);

  free(r1cs);
  free(witness);
  free(key);
  free(vk);
  free(proof_path);
  free(public_path);
  return failures == 0 ? 0 : 1;
}
