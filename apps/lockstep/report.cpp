// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "lockstep/formats/snarkjs_json.hpp"
#include "lockstep/timing/report_json.hpp"
#include "lockstep/timing/report_table.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace lockstep::app {

int run_report(const ReportOptions& options) {
  const Result<timing::Report> report = timing::read_report(options.file);
  if (!report) return fail(report.error());
  if (!options.chrome_trace.empty()) {
    if (Result<void> written =
            formats::write_text_file(options.chrome_trace, timing::report_to_chrome_trace(*report));
        !written) {
      return fail(written.error());
    }
    return kExitOk;
  }
  std::cout << timing::render_table(*report, table_style()) << '\n';
  return kExitOk;
}

}  // namespace lockstep::app
