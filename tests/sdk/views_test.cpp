// SPDX-License-Identifier: Apache-2.0
// Circuits, witnesses and keys as a host lends them: what is read, and what is refused.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "lockstep/sdk/circuit_view.hpp"
#include "lockstep/sdk/key_view.hpp"
#include "lockstep/sdk/witness_view.hpp"
#include "sdk_samples.hpp"

namespace lockstep::sdk {
namespace {

using testing::CircuitSample;
using testing::FakeHost;
using testing::KeySample;
using testing::WitnessSample;

void expect_refused(const Result<CircuitView>& view, Code code, const std::string& text) {
  ASSERT_FALSE(view);
  EXPECT_EQ(view.error().code(), code);
  EXPECT_NE(view.error().message().find(text), std::string_view::npos) << view.error().message();
}

TEST(CircuitViewTest, ReadsASoundCircuit) {
  const CircuitSample sample;
  const auto view = view_circuit(&sample.circuit);
  ASSERT_TRUE(view) << view.error().message();
  EXPECT_EQ(view->row_count(), 3u);
  EXPECT_EQ(view->variable_count, 4u);
  EXPECT_EQ(view->a.entry_count(), 3u);
  EXPECT_FALSE(view->c.has_value());
  FakeHost host;
  EXPECT_TRUE(check_entries(*view, Host(&host.table)));
}

TEST(CircuitViewTest, RefusesContradictions) {
  CircuitSample sample;
  expect_refused(view_circuit(nullptr), Code::kInvalidArgument, "circuit is NULL");
  sample.circuit.curve = 9;
  expect_refused(view_circuit(&sample.circuit), Code::kUnsupported, "curve 9");
  sample = {};
  sample.circuit.flags |= 2u;
  expect_refused(view_circuit(&sample.circuit), Code::kUnsupported, "unknown bits");
  sample = {};
  sample.circuit.flags = 0;
  expect_refused(view_circuit(&sample.circuit), Code::kInvalidArgument, "contradict");
  sample = {};
  sample.circuit.a = nullptr;
  expect_refused(view_circuit(&sample.circuit), Code::kInvalidArgument, "matrix A is NULL");
  sample = {};
  sample.a.row_offsets = nullptr;
  expect_refused(view_circuit(&sample.circuit), Code::kInvalidArgument, "row_offsets");
  sample = {};
  sample.b.columns = nullptr;
  expect_refused(view_circuit(&sample.circuit), Code::kInvalidArgument, "columns");
  sample = {};
  sample.circuit.variable_count = 0;
  expect_refused(view_circuit(&sample.circuit), Code::kBadCircuit, "0 variables");
  sample = {};
  sample.circuit.public_count = 4;
  expect_refused(view_circuit(&sample.circuit), Code::kBadCircuit, "4 public inputs");
  sample = {};
  sample.circuit.public_count = 3;
  expect_refused(view_circuit(&sample.circuit), Code::kBadCircuit, "fewer than its input rows");
  sample = {};
  sample.a.entry_count = 2;
  expect_refused(view_circuit(&sample.circuit), Code::kBadCircuit, "row offsets of matrix A");
  sample = {};
  sample.a.entry_count = UINT64_MAX;
  expect_refused(view_circuit(&sample.circuit), Code::kBadCircuit, "impossible counts");
  sample = {};
  sample.b.row_count = 2;
  expect_refused(view_circuit(&sample.circuit), Code::kBadCircuit, "different numbers of rows");
}

TEST(CircuitViewTest, TheCheckOfTheEntriesNamesTheFault) {
  FakeHost host;
  const auto fault = [&](const CircuitSample& sample) {
    const auto view = view_circuit(&sample.circuit);
    EXPECT_TRUE(view);
    const auto checked = check_entries(*view, Host(&host.table));
    EXPECT_FALSE(checked);
    EXPECT_EQ(checked.error().code(), Code::kBadCircuit);
    return std::string(checked.error().message());
  };
  CircuitSample sample;
  sample.a_columns[1] = 4;
  EXPECT_EQ(fault(sample), "entry 1 of matrix A has column 4, expected below 4");
  sample = {};
  sample.b_coefficients[0] = 1;
  EXPECT_EQ(fault(sample), "entry 0 of matrix B has coefficient 1, expected below 1");
  sample = {};
  sample.a_offsets[1] = 3;
  EXPECT_EQ(fault(sample), "row offsets of matrix A descend at row 1");
}

TEST(WitnessViewTest, ReadsBitsAndFieldElements) {
  const WitnessSample sample;
  const auto view = WitnessView::view(&sample.witness);
  ASSERT_TRUE(view) << view.error().message();
  ASSERT_EQ(view->segment_count(), 2u);
  EXPECT_TRUE(view->is_public());
  const WitnessSegment bits = view->segment(0);
  EXPECT_EQ(bits.kind, WitnessKind::kBits);
  EXPECT_TRUE(bits.bit(0));
  EXPECT_FALSE(bits.bit(1));
  const WitnessSegment fields = view->segment(1);
  EXPECT_EQ(fields.first, 2u);
  EXPECT_EQ(fields.field(1)[0], 9);
}

TEST(WitnessViewTest, SegmentsOfANewerHostAreReadByTheirStride) {
  struct Newer {
    lks_witness_segment known;
    std::uint64_t added;
  };
  WitnessSample sample;
  std::array<Newer, 2> segments{};
  for (std::size_t i = 0; i < 2; ++i) {
    segments[i].known = sample.segments[i];
    segments[i].known.struct_size = sizeof(Newer);
  }
  sample.witness.segments = &segments[0].known;
  sample.witness.segment_stride_bytes = sizeof(Newer);
  ASSERT_TRUE(WitnessView::view(&sample.witness));
  segments[1].added = 1;
  EXPECT_EQ(WitnessView::view(&sample.witness).error().code(), Code::kUnsupported);
}

TEST(WitnessViewTest, RefusesContradictions) {
  const auto code_after = [](const std::function<void(WitnessSample&)>& change) {
    WitnessSample sample;
    change(sample);
    const auto view = WitnessView::view(&sample.witness);
    return view ? LKS_OK : static_cast<lks_status>(view.error().code());
  };
  EXPECT_EQ(code_after([](WitnessSample&) {}), LKS_OK);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.witness.segments = nullptr; }), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.witness.segment_stride_bytes = 0; }), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.witness.segment_stride_bytes = 24; }),
            LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.segments[1].data = nullptr; }), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.witness.flags = 2; }), LKS_E_UNSUPPORTED);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.segments[0].kind = 3; }), LKS_E_UNSUPPORTED);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.witness.segment_count = 0; }), LKS_E_BAD_WITNESS);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.witness.segment_count = 1; }), LKS_E_BAD_WITNESS);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.segments[1].first = 3; }), LKS_E_BAD_WITNESS);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.segments[1].count = 3; }), LKS_E_BAD_WITNESS);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.segments[1].count = UINT64_MAX; }), LKS_E_BAD_WITNESS);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.segments[1].stride_bytes = 31; }), LKS_E_BAD_WITNESS);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.segments[0].stride_bytes = 8; }), LKS_E_BAD_WITNESS);
  EXPECT_EQ(code_after([](WitnessSample& s) { s.bits = 2; }), LKS_E_BAD_WITNESS);
}

TEST(WitnessViewTest, VariableZeroIsOneAlsoAsAFieldElement) {
  WitnessSample sample;
  sample.segments[0] = sample.segments[1];
  sample.segments[0].first = 0;
  sample.segments[0].count = 2;
  EXPECT_EQ(WitnessView::view(&sample.witness).error().code(), Code::kBadWitness);
  sample.fields[0] = 1;
  EXPECT_TRUE(WitnessView::view(&sample.witness));
  sample.fields[31] = 1;
  EXPECT_EQ(WitnessView::view(&sample.witness).error().code(), Code::kBadWitness);
}

TEST(KeyViewTest, ReadsASoundKey) {
  const KeySample sample;
  const auto view = view_key(&sample.key);
  ASSERT_TRUE(view) << view.error().message();
  EXPECT_EQ(view->domain_size(), 4u);
  EXPECT_EQ(view->query(Query::kB2).count, 2u);
  EXPECT_EQ(view->query(Query::kB2).density_bits, 4u);
  EXPECT_EQ(view->query_point_bytes(Query::kB2), 128u);
  EXPECT_EQ(view->query(Query::kL).first_variable, 2u);
}

TEST(KeyViewTest, ReadsPointsFromMemoryAndThroughTheReader) {
  KeySample sample;
  sample.points[64] = 42;
  std::array<std::byte, 64> point{};
  ASSERT_TRUE(view_key(&sample.key)->read_points(Query::kA, 1, 1, point.data()));
  EXPECT_EQ(point[0], std::byte{42});
  EXPECT_EQ(view_key(&sample.key)->read_points(Query::kA, 4, 1, point.data()).error().code(),
            Code::kInvalidArgument);

  sample.a.points = nullptr;
  EXPECT_EQ(view_key(&sample.key).error().code(), Code::kInvalidArgument);
  sample.key.read = [](void* context, std::uint32_t query, std::uint64_t first, std::uint64_t,
                       void* to) -> std::int32_t {
    *static_cast<std::uint8_t*>(to) = static_cast<std::uint8_t>(10 * query + first);
    return *static_cast<std::int32_t*>(context);
  };
  std::int32_t status = LKS_OK;
  sample.key.read_context = &status;
  const auto view = view_key(&sample.key);
  ASSERT_TRUE(view);
  ASSERT_TRUE(view->read_points(Query::kA, 3, 1, point.data()));
  EXPECT_EQ(point[0], std::byte{3});
  status = LKS_E_BAD_KEY;
  EXPECT_EQ(view->read_points(Query::kA, 3, 1, point.data()).error().code(), Code::kBadKey);
}

TEST(KeyViewTest, RefusesContradictions) {
  const auto code_after = [](const std::function<void(KeySample&)>& change) {
    KeySample sample;
    change(sample);
    const auto view = view_key(&sample.key);
    return view ? LKS_OK : static_cast<lks_status>(view.error().code());
  };
  EXPECT_EQ(code_after([](KeySample&) {}), LKS_OK);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.point_encoding = LKS_POINTS_BELLMAN; }), LKS_E_UNSUPPORTED);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.point_encoding = 0; }), LKS_E_UNSUPPORTED);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.h_basis = 3; }), LKS_E_UNSUPPORTED);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.domain_root = nullptr; }), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.coset_shift = nullptr; }), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.delta_g2 = nullptr; }), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.l = nullptr; }), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.domain_log2 = 33; }), LKS_E_BAD_KEY);
  EXPECT_EQ(code_after([](KeySample& s) { s.key.public_count = 4; }), LKS_E_BAD_KEY);
  EXPECT_EQ(code_after([](KeySample& s) { s.a.stride_bytes = 63; }), LKS_E_BAD_KEY);
  EXPECT_EQ(code_after([](KeySample& s) { s.a.count = 3; }), LKS_E_BAD_KEY);
  EXPECT_EQ(code_after([](KeySample& s) { s.l.first_variable = 1; }), LKS_E_BAD_KEY);
  EXPECT_EQ(code_after([](KeySample& s) { s.h.density = &s.density; }), LKS_E_BAD_KEY);
  EXPECT_EQ(code_after([](KeySample& s) { s.density = 0b0111; }), LKS_E_BAD_KEY);
  EXPECT_EQ(code_after([](KeySample& s) { s.b2.density_bits = 64; }), LKS_E_BAD_KEY);
  // Bits past the last variable are no part of the density.
  EXPECT_EQ(code_after([](KeySample& s) { s.density |= 0xf0; }), LKS_OK);
}

TEST(KeyViewTest, TheMonomialBasisHasOnePointLess) {
  KeySample sample;
  sample.key.h_basis = LKS_H_MONOMIAL;
  sample.key.coset_shift = nullptr;
  EXPECT_EQ(view_key(&sample.key).error().code(), Code::kBadKey);
  sample.h.count = 3;
  EXPECT_TRUE(view_key(&sample.key));
}

}  // namespace
}  // namespace lockstep::sdk
