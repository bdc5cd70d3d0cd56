// SPDX-License-Identifier: Apache-2.0
// The members of a report's records under their names in JSON: one list for the writer and the reader.
#pragma once

#include <concepts>
#include <type_traits>

#include "lockstep/timing/report.hpp"

namespace lockstep::timing {

/// T or const T.
template <class X, class T>
concept Is = std::same_as<std::remove_const_t<X>, T>;

/// Calls visit(name, member) for every member; members are std::string, bool, unsigned integers, or records.
template <class V, Is<BackendFacts> X>
void visit_members(V& visit, X& facts) {
  visit("id", facts.id);
  visit("vendor", facts.vendor);
  visit("version", facts.version);
  visit("build_id", facts.build_id);
  visit("abi", facts.abi);
  visit("file", facts.file);
  visit("chosen_because", facts.chosen_because);
}

template <class V, Is<DeviceFacts> X>
void visit_members(V& visit, X& facts) {
  visit("ordinal", facts.ordinal);
  visit("class", facts.device_class);
  visit("name", facts.name);
  visit("architecture", facts.architecture);
  visit("driver", facts.driver);
}

template <class V, Is<CircuitFacts> X>
void visit_members(V& visit, X& facts) {
  visit("curve", facts.curve);
  visit("variable_count", facts.variable_count);
  visit("public_count", facts.public_count);
  visit("constraint_count", facts.constraint_count);
  visit("entry_count", facts.entry_count);
}

template <class V, Is<KeyFacts> X>
void visit_members(V& visit, X& facts) {
  visit("file", facts.file);
  visit("encoding", facts.encoding);
  visit("h_basis", facts.h_basis);
  visit("domain_log2", facts.domain_log2);
  visit("size_bytes", facts.size_bytes);
  visit("warm", facts.warm);
}

template <class V, Is<MemoryFacts> X>
void visit_members(V& visit, X& facts) {
  visit("peak_resident_bytes", facts.peak_resident_bytes);
  visit("peak_pageable_bytes", facts.peak_pageable_bytes);
  visit("peak_pinned_bytes", facts.peak_pinned_bytes);
  visit("peak_device_bytes", facts.peak_device_bytes);
}

template <class V, Is<ReportFacts> X>
void visit_members(V& visit, X& facts) {
  visit("job", facts.job);
  visit("lockstep_version", facts.lockstep_version);
  visit("arithmetic", facts.arithmetic);
  visit("result", facts.result);
  visit("message", facts.message);
  visit("partition_count", facts.partition_count);
  visit("tries", facts.tries);
  visit("thread_count", facts.thread_count);
  visit("backend", facts.backend);
  visit("device", facts.device);
  visit("circuit", facts.circuit);
  visit("key", facts.key);
  visit("memory", facts.memory);
}

template <class V, Is<ClockFacts> X>
void visit_members(V& visit, X& facts) {
  visit("id", facts.id);
  visit("boot", facts.boot);
  visit("epoch_unix_ns", facts.epoch_unix_ns);
}

template <class V, Is<ProcessSample> X>
void visit_members(V& visit, X& sample) {
  visit("time_ns", sample.time_ns);
  visit("minor_faults", sample.minor_faults);
  visit("major_faults", sample.major_faults);
  visit("resident_bytes", sample.resident_bytes);
  visit("returned_bytes", sample.returned_bytes);
}

/// Layer and phases apart, which are written as names.
template <class V, Is<Span> X>
void visit_members(V& visit, X& span) {
  visit("id", span.id);
  visit("parent", span.parent);
  visit("name", span.name);
  visit("partition", span.partition);
  visit("attempt", span.attempt);
  visit("device", span.device);
  visit("start_ns", span.start_ns);
  visit("end_ns", span.end_ns);
  visit("busy_ns", span.busy_ns);
  visit("open", span.open);
  visit("failed", span.facts.failed);
  visit("bytes_to_device", span.facts.bytes_to_device);
  visit("bytes_from_device", span.facts.bytes_from_device);
}

}  // namespace lockstep::timing
