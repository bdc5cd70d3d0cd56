// SPDX-License-Identifier: Apache-2.0
// Prints the layout of the plugin ABI as this compiler sees it: the offset, size and type of every field, and
// the value of every constant. A test holds the output against the frozen layout beside this file; a change
// that is not an append is a break of the ABI.
//
//   abi_layout DIRECTORY-OF-THE-HEADERS > layout.txt
//
// C++, since C has no names of types; abi/layout.h holds a C compiler to the same sizes. The program fails
// when a struct has a hole (a field that is not listed here, or padding that is not explicit), or when a
// header defines a constant that is not listed here.
#include <cxxabi.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "lockstep/abi/entry.h"

namespace {

std::string type_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type.name();
}

struct Field {
  const char* name;
  std::size_t offset;
  std::size_t size;
  std::string type;
};

class Layout {
 public:
  void structure(const char* name, std::size_t size, std::size_t alignment,
                 const std::vector<Field>& fields) {
    std::cout << "struct " << name << " size " << size << " align " << alignment << "\n";
    std::size_t next = 0;
    for (const Field& field : fields) {
      std::cout << "  " << field.offset << " " << field.size << " " << field.name << ": " << field.type
                << "\n";
      if (field.offset != next) fail(std::string(name) + " has a hole before " + field.name);
      next = field.offset + field.size;
    }
    if (next != size) fail(std::string(name) + " has a hole at its end");
  }

  template <class Value>
  void constant(const char* name, const Value& value) {
    std::cout << name << " = " << value << "\n";
    constants_.insert(name);
  }

  // Every object-like macro LKS_... of the headers must have been given to constant(), or be in `other`.
  void check_complete(const std::filesystem::path& headers, const std::set<std::string>& other) {
    for (const auto& entry : std::filesystem::directory_iterator(headers)) {
      std::ifstream header(entry.path());
      for (std::string word; header >> word;) {
        if (word != "#define" || !(header >> word) || word.rfind("LKS_", 0) != 0) continue;
        const std::string name = word.substr(0, word.find('('));
        if (!constants_.contains(name) && !other.contains(name)) {
          fail(entry.path().filename().string() + " defines " + name + ", which is not listed");
        }
      }
    }
  }

  bool sound() const { return sound_; }

 private:
  void fail(const std::string& sentence) {
    std::cerr << sentence << "\n";
    sound_ = false;
  }

  std::set<std::string> constants_;
  bool sound_ = true;
};

#define FIELD(type, field)                                                                       \
  Field {                                                                                        \
#field, offsetof(type, field), sizeof(type::field), type_name(typeid(decltype(type::field))) \
  }
#define STRUCT(type, ...) layout.structure(#type, sizeof(type), alignof(type), {__VA_ARGS__})
#define CONSTANT(name) layout.constant(#name, name)

void print_structs(Layout& layout) {
  STRUCT(lks_error, FIELD(lks_error, struct_size), FIELD(lks_error, code), FIELD(lks_error, vendor_code),
         FIELD(lks_error, flags), FIELD(lks_error, phase), FIELD(lks_error, reserved),
         FIELD(lks_error, message));
  STRUCT(lks_span_facts, FIELD(lks_span_facts, struct_size), FIELD(lks_span_facts, flags),
         FIELD(lks_span_facts, fused_with), FIELD(lks_span_facts, reserved),
         FIELD(lks_span_facts, bytes_to_device), FIELD(lks_span_facts, bytes_from_device));
  STRUCT(lks_span_record, FIELD(lks_span_record, struct_size), FIELD(lks_span_record, layer),
         FIELD(lks_span_record, phase), FIELD(lks_span_record, flags), FIELD(lks_span_record, fused_with),
         FIELD(lks_span_record, device), FIELD(lks_span_record, parent), FIELD(lks_span_record, start_ns),
         FIELD(lks_span_record, end_ns), FIELD(lks_span_record, busy_ns),
         FIELD(lks_span_record, bytes_to_device), FIELD(lks_span_record, bytes_from_device),
         FIELD(lks_span_record, name));
  STRUCT(lks_host, FIELD(lks_host, struct_size), FIELD(lks_host, abi_major), FIELD(lks_host, abi_minor),
         FIELD(lks_host, reserved), FIELD(lks_host, context), FIELD(lks_host, log),
         FIELD(lks_host, log_enabled), FIELD(lks_host, now_ns), FIELD(lks_host, memory_reserve),
         FIELD(lks_host, memory_return), FIELD(lks_host, parallel_for), FIELD(lks_host, worker_count),
         FIELD(lks_host, cancelled), FIELD(lks_host, span_begin), FIELD(lks_host, span_end),
         FIELD(lks_host, span_record), FIELD(lks_host, defer));
  STRUCT(lks_device_info, FIELD(lks_device_info, struct_size), FIELD(lks_device_info, device_class),
         FIELD(lks_device_info, usable), FIELD(lks_device_info, curves),
         FIELD(lks_device_info, memory_total_bytes), FIELD(lks_device_info, memory_free_bytes),
         FIELD(lks_device_info, name), FIELD(lks_device_info, architecture), FIELD(lks_device_info, driver),
         FIELD(lks_device_info, reason));
  STRUCT(lks_buffer_request, FIELD(lks_buffer_request, struct_size), FIELD(lks_buffer_request, device),
         FIELD(lks_buffer_request, kind), FIELD(lks_buffer_request, flags),
         FIELD(lks_buffer_request, size_bytes));
  STRUCT(lks_buffer_info, FIELD(lks_buffer_info, struct_size), FIELD(lks_buffer_info, device),
         FIELD(lks_buffer_info, kind), FIELD(lks_buffer_info, flags), FIELD(lks_buffer_info, size_bytes),
         FIELD(lks_buffer_info, host_address));
  STRUCT(lks_memory_stats, FIELD(lks_memory_stats, struct_size), FIELD(lks_memory_stats, reserved),
         FIELD(lks_memory_stats, in_use_bytes), FIELD(lks_memory_stats, pooled_bytes),
         FIELD(lks_memory_stats, pending_free_bytes), FIELD(lks_memory_stats, buffer_count));
  STRUCT(lks_memory, FIELD(lks_memory, struct_size), FIELD(lks_memory, reserved),
         FIELD(lks_memory, device_count), FIELD(lks_memory, device_info), FIELD(lks_memory, buffer_acquire),
         FIELD(lks_memory, buffer_release), FIELD(lks_memory, buffer_info), FIELD(lks_memory, copy_to_buffer),
         FIELD(lks_memory, copy_from_buffer), FIELD(lks_memory, host_register),
         FIELD(lks_memory, host_unregister), FIELD(lks_memory, trim), FIELD(lks_memory, stats));
  STRUCT(lks_matrix, FIELD(lks_matrix, row_offsets), FIELD(lks_matrix, columns),
         FIELD(lks_matrix, coefficients), FIELD(lks_matrix, row_count), FIELD(lks_matrix, entry_count));
  STRUCT(lks_circuit, FIELD(lks_circuit, struct_size), FIELD(lks_circuit, curve), FIELD(lks_circuit, flags),
         FIELD(lks_circuit, reserved), FIELD(lks_circuit, variable_count), FIELD(lks_circuit, public_count),
         FIELD(lks_circuit, dictionary), FIELD(lks_circuit, dictionary_count), FIELD(lks_circuit, a),
         FIELD(lks_circuit, b), FIELD(lks_circuit, c));
  STRUCT(lks_witness_segment, FIELD(lks_witness_segment, struct_size), FIELD(lks_witness_segment, kind),
         FIELD(lks_witness_segment, first), FIELD(lks_witness_segment, count),
         FIELD(lks_witness_segment, data), FIELD(lks_witness_segment, stride_bytes));
  STRUCT(lks_witness, FIELD(lks_witness, struct_size), FIELD(lks_witness, flags),
         FIELD(lks_witness, variable_count), FIELD(lks_witness, segments), FIELD(lks_witness, segment_count),
         FIELD(lks_witness, segment_stride_bytes));
  STRUCT(lks_query, FIELD(lks_query, points), FIELD(lks_query, count), FIELD(lks_query, stride_bytes),
         FIELD(lks_query, first_variable), FIELD(lks_query, density), FIELD(lks_query, density_bits));
  STRUCT(lks_groth16_key, FIELD(lks_groth16_key, struct_size), FIELD(lks_groth16_key, curve),
         FIELD(lks_groth16_key, point_encoding), FIELD(lks_groth16_key, h_basis),
         FIELD(lks_groth16_key, variable_count), FIELD(lks_groth16_key, public_count),
         FIELD(lks_groth16_key, domain_log2), FIELD(lks_groth16_key, reserved),
         FIELD(lks_groth16_key, domain_root), FIELD(lks_groth16_key, coset_shift),
         FIELD(lks_groth16_key, alpha_g1), FIELD(lks_groth16_key, beta_g1), FIELD(lks_groth16_key, beta_g2),
         FIELD(lks_groth16_key, delta_g1), FIELD(lks_groth16_key, delta_g2), FIELD(lks_groth16_key, a),
         FIELD(lks_groth16_key, b1), FIELD(lks_groth16_key, b2), FIELD(lks_groth16_key, l),
         FIELD(lks_groth16_key, h), FIELD(lks_groth16_key, read), FIELD(lks_groth16_key, read_context));
  STRUCT(lks_groth16_proof, FIELD(lks_groth16_proof, struct_size), FIELD(lks_groth16_proof, curve),
         FIELD(lks_groth16_proof, a), FIELD(lks_groth16_proof, b), FIELD(lks_groth16_proof, c));
  STRUCT(lks_evaluate_args, FIELD(lks_evaluate_args, struct_size), FIELD(lks_evaluate_args, reserved),
         FIELD(lks_evaluate_args, witness), FIELD(lks_evaluate_args, cancel),
         FIELD(lks_evaluate_args, parent));
  STRUCT(lks_synthesizer, FIELD(lks_synthesizer, struct_size), FIELD(lks_synthesizer, reserved),
         FIELD(lks_synthesizer, circuit_load), FIELD(lks_synthesizer, circuit_retain),
         FIELD(lks_synthesizer, circuit_release), FIELD(lks_synthesizer, evaluate));
  STRUCT(lks_option, FIELD(lks_option, key), FIELD(lks_option, value));
  STRUCT(lks_session_args, FIELD(lks_session_args, struct_size), FIELD(lks_session_args, device),
         FIELD(lks_session_args, circuit), FIELD(lks_session_args, key), FIELD(lks_session_args, options),
         FIELD(lks_session_args, option_count));
  STRUCT(lks_estimate, FIELD(lks_estimate, struct_size), FIELD(lks_estimate, reserved),
         FIELD(lks_estimate, resident_device_bytes), FIELD(lks_estimate, resident_pinned_bytes),
         FIELD(lks_estimate, resident_pageable_bytes), FIELD(lks_estimate, session_device_bytes),
         FIELD(lks_estimate, session_pinned_bytes), FIELD(lks_estimate, session_pageable_bytes));
  STRUCT(lks_prove_args, FIELD(lks_prove_args, struct_size), FIELD(lks_prove_args, partition),
         FIELD(lks_prove_args, job), FIELD(lks_prove_args, witness), FIELD(lks_prove_args, r),
         FIELD(lks_prove_args, s), FIELD(lks_prove_args, cancel), FIELD(lks_prove_args, parent));
  STRUCT(lks_groth16, FIELD(lks_groth16, struct_size), FIELD(lks_groth16, reserved),
         FIELD(lks_groth16, estimate), FIELD(lks_groth16, key_load), FIELD(lks_groth16, key_retain),
         FIELD(lks_groth16, key_release), FIELD(lks_groth16, session_create),
         FIELD(lks_groth16, session_destroy), FIELD(lks_groth16, prove), FIELD(lks_groth16, start),
         FIELD(lks_groth16, wait), FIELD(lks_groth16, cancel), FIELD(lks_groth16, prove_many));
  STRUCT(lks_msm_args, FIELD(lks_msm_args, struct_size), FIELD(lks_msm_args, curve),
         FIELD(lks_msm_args, group), FIELD(lks_msm_args, point_encoding), FIELD(lks_msm_args, points),
         FIELD(lks_msm_args, point_stride_bytes), FIELD(lks_msm_args, scalars), FIELD(lks_msm_args, count),
         FIELD(lks_msm_args, cancel), FIELD(lks_msm_args, parent));
  STRUCT(lks_msm, FIELD(lks_msm, struct_size), FIELD(lks_msm, reserved), FIELD(lks_msm, msm));
  STRUCT(lks_ntt_args, FIELD(lks_ntt_args, struct_size), FIELD(lks_ntt_args, curve),
         FIELD(lks_ntt_args, direction), FIELD(lks_ntt_args, domain_log2), FIELD(lks_ntt_args, root),
         FIELD(lks_ntt_args, shift), FIELD(lks_ntt_args, cancel), FIELD(lks_ntt_args, parent));
  STRUCT(lks_ntt, FIELD(lks_ntt, struct_size), FIELD(lks_ntt, reserved), FIELD(lks_ntt, ntt));
  STRUCT(lks_plugin_entry, FIELD(lks_plugin_entry, magic), FIELD(lks_plugin_entry, struct_size),
         FIELD(lks_plugin_entry, abi_major), FIELD(lks_plugin_entry, abi_minor),
         FIELD(lks_plugin_entry, reserved), FIELD(lks_plugin_entry, id), FIELD(lks_plugin_entry, vendor),
         FIELD(lks_plugin_entry, version), FIELD(lks_plugin_entry, build_id), FIELD(lks_plugin_entry, init),
         FIELD(lks_plugin_entry, deinit), FIELD(lks_plugin_entry, get_interface));
  STRUCT(lks_note_description, FIELD(lks_note_description, abi_major), FIELD(lks_note_description, abi_minor),
         FIELD(lks_note_description, id));
  STRUCT(lks_note, FIELD(lks_note, name_bytes), FIELD(lks_note, description_bytes), FIELD(lks_note, type),
         FIELD(lks_note, name), FIELD(lks_note, description));
}

void print_constants(Layout& layout) {
  CONSTANT(LKS_ABI_MAJOR);
  CONSTANT(LKS_ABI_MINOR);
  CONSTANT(LKS_OK);
  CONSTANT(LKS_E_INVALID_ARGUMENT);
  CONSTANT(LKS_E_UNSUPPORTED);
  CONSTANT(LKS_E_UNIMPLEMENTED);
  CONSTANT(LKS_E_OUT_OF_MEMORY);
  CONSTANT(LKS_E_OUT_OF_DEVICE_MEMORY);
  CONSTANT(LKS_E_BUDGET);
  CONSTANT(LKS_E_CANCELLED);
  CONSTANT(LKS_E_TIMEOUT);
  CONSTANT(LKS_E_DEVICE_UNAVAILABLE);
  CONSTANT(LKS_E_DEVICE_LOST);
  CONSTANT(LKS_E_BAD_KEY);
  CONSTANT(LKS_E_BAD_CIRCUIT);
  CONSTANT(LKS_E_BAD_WITNESS);
  CONSTANT(LKS_E_BUSY);
  CONSTANT(LKS_E_INTERNAL);
  CONSTANT(LKS_ERROR_RETRYABLE);
  CONSTANT(LKS_ERROR_DEVICE_LOST);
  CONSTANT(LKS_ERROR_MESSAGE_BYTES);
  CONSTANT(LKS_LAYER_PIPELINE);
  CONSTANT(LKS_LAYER_BACKEND);
  CONSTANT(LKS_LAYER_DEVICE);
  CONSTANT(LKS_PHASE_QUEUE);
  CONSTANT(LKS_PHASE_WITNESS);
  CONSTANT(LKS_PHASE_HANDOFF);
  CONSTANT(LKS_PHASE_KEY);
  CONSTANT(LKS_PHASE_PROVE);
  CONSTANT(LKS_PHASE_VERIFY);
  CONSTANT(LKS_PHASE_SERIALIZE);
  CONSTANT(LKS_PHASE_PIPELINE_RELEASE);
  CONSTANT(LKS_PHASE_WAIT);
  CONSTANT(LKS_PHASE_UPLOAD);
  CONSTANT(LKS_PHASE_SYNTHESIZE);
  CONSTANT(LKS_PHASE_QUOTIENT);
  CONSTANT(LKS_PHASE_MSM_H);
  CONSTANT(LKS_PHASE_MSM_L);
  CONSTANT(LKS_PHASE_MSM_A);
  CONSTANT(LKS_PHASE_MSM_B1);
  CONSTANT(LKS_PHASE_MSM_B2);
  CONSTANT(LKS_PHASE_ASSEMBLE);
  CONSTANT(LKS_PHASE_DOWNLOAD);
  CONSTANT(LKS_PHASE_RELEASE);
  CONSTANT(LKS_PHASE_RECLAIM);
  CONSTANT(LKS_PHASE_VENDOR);
  CONSTANT(LKS_SPAN_FUSED);
  CONSTANT(LKS_SPAN_FAILED);
  CONSTANT(LKS_LOG_TRACE);
  CONSTANT(LKS_LOG_DEBUG);
  CONSTANT(LKS_LOG_INFO);
  CONSTANT(LKS_LOG_WARN);
  CONSTANT(LKS_LOG_ERROR);
  CONSTANT(LKS_MEMORY_PAGEABLE);
  CONSTANT(LKS_MEMORY_PINNED);
  CONSTANT(LKS_MEMORY_DEVICE);
  CONSTANT(LKS_INTERFACE_MEMORY);
  CONSTANT(LKS_DEVICE_CPU);
  CONSTANT(LKS_DEVICE_GPU);
  CONSTANT(LKS_DEVICE_EMULATED);
  CONSTANT(LKS_DEVICE_OTHER);
  CONSTANT(LKS_BUFFER_SECRET);
  CONSTANT(LKS_BUFFER_ZEROED);
  CONSTANT(LKS_CURVE_BN254);
  CONSTANT(LKS_CURVE_BLS12_381);
  CONSTANT(LKS_SCALAR_BYTES);
  CONSTANT(LKS_CIRCUIT_C_IS_PRODUCT);
  CONSTANT(LKS_WITNESS_FIELD);
  CONSTANT(LKS_WITNESS_BITS);
  CONSTANT(LKS_WITNESS_PUBLIC);
  CONSTANT(LKS_POINTS_MONTGOMERY);
  CONSTANT(LKS_POINTS_BELLMAN);
  CONSTANT(LKS_H_MONOMIAL);
  CONSTANT(LKS_H_COSET);
  CONSTANT(LKS_INTERFACE_SYNTHESIZER);
  CONSTANT(LKS_INTERFACE_GROTH16);
  CONSTANT(LKS_WAIT_FOREVER);
  CONSTANT(LKS_INTERFACE_MSM);
  CONSTANT(LKS_GROUP_G1);
  CONSTANT(LKS_GROUP_G2);
  CONSTANT(LKS_INTERFACE_NTT);
  CONSTANT(LKS_NTT_FORWARD);
  CONSTANT(LKS_NTT_INVERSE);
  CONSTANT(LKS_ENTRY_SYMBOL);
  CONSTANT(LKS_ENTRY_MAGIC);
  CONSTANT(LKS_NOTE_SECTION);
  CONSTANT(LKS_NOTE_NAME);
  CONSTANT(LKS_NOTE_TYPE);
  CONSTANT(LKS_NOTE_ID_BYTES);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: abi_layout DIRECTORY-OF-THE-HEADERS\n";
    return 2;
  }
  Layout layout;
  print_structs(layout);
  print_constants(layout);
  // What is no part of the binary interface: include guards, spelling of declarations, the draft's mark.
  std::set<std::string> other = {"LKS_EXTERN_C_BEGIN", "LKS_EXTERN_C_END", "LKS_DEFINE_NOTE", "LKS_ABI_DRAFT",
                                 "LKS_ASSERT_SIZE"};
  layout.check_complete(argv[1], other);
  return layout.sound() ? 0 : 1;
}
