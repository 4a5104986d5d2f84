import { accrueInterest } from "./accrue_interest.ts";
import { arAging } from "./ar_aging.ts";
import type { Benchmark } from "./benchmark.ts";
import { classifyTime } from "./classify_time.ts";
import { confirmReconciliations } from "./confirm_reconciliations.ts";
import { consolePages } from "./console.ts";
import { deliver } from "./deliver.ts";
import { documents } from "./documents.ts";
import { guarantees } from "./guarantees.ts";
import { importRows } from "./import_rows.ts";
import { journal } from "./journal.ts";
import { lists } from "./lists.ts";
import { lockEnded } from "./lock_ended.ts";
import { lockEndedIdle } from "./lock_ended_idle.ts";
import { nineYears } from "./nine_years.ts";
import { ownTime } from "./own_time.ts";
import { type PageTable, ROW_A_FIGURE } from "./performance_page.ts";
import { pages } from "./pages.ts";
import { partitioned } from "./partitioned.ts";
import { payrollEarnings } from "./payroll_earnings.ts";
import { payrollHistory } from "./payroll_history.ts";
import { payrollNothingDue } from "./payroll_nothing_due.ts";
import { payrollUnanalysed } from "./payroll_unanalysed.ts";
import { preparePayroll } from "./prepare_payroll.ts";
import { profit } from "./profit.ts";
import { repriceDraft } from "./reprice_draft.ts";
import { screens } from "./screens.ts";
import { search } from "./search.ts";
import { sendInvoices } from "./send_invoices.ts";
import { size, SIZE_ROWS } from "./size.ts";
import { timeAtOnce } from "./time_at_once.ts";
import { timePages } from "./time_pages.ts";
import { unbilled } from "./unbilled.ts";
import { usualWay } from "./usual_way.ts";
import { weeklyBilling } from "./weekly_billing.ts";

/** Tables of docs/performance.md, and the benchmarks whose figures they have. */
export const TABLES = [
  {
    name: "bench of jobs and policies",
    ...ROW_A_FIGURE,
    benchmarks: [
      lockEnded,
      lockEndedIdle,
      accrueInterest,
      deliver,
      ownTime,
      timeAtOnce,
      usualWay,
    ],
  },
  {
    name: "bench of money",
    ...ROW_A_FIGURE,
    benchmarks: [
      classifyTime,
      weeklyBilling,
      unbilled,
      guarantees,
      sendInvoices,
      confirmReconciliations,
      importRows,
      arAging,
      documents,
      journal,
      nineYears,
      profit,
      preparePayroll,
      payrollEarnings,
      payrollHistory,
      payrollNothingDue,
      payrollUnanalysed,
      repriceDraft,
    ],
  },
  {
    name: "bench of screens",
    ...ROW_A_FIGURE,
    benchmarks: [screens, search, timePages, lists, consolePages, pages],
  },
  { name: "bench of size", ...SIZE_ROWS, benchmarks: [size] },
] satisfies readonly PageTable[];

/** All benchmarks, in the order they run; the experiment's figures stand in docs/scale.md. */
export const BENCHMARKS: readonly Benchmark[] = [
  ...TABLES.flatMap(({ benchmarks }): readonly Benchmark[] => benchmarks),
  partitioned,
];
