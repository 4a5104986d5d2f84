import { Alert } from "@mui/material";
import { callPage } from "../../api/call.ts";
import { MAX_ROWS } from "../../api/rows.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.payroll.missing;
const EARNED = "in.(straight,hours_driven_stipend,flat_sum_stipend,reimbursement_stipend)";
/** Lines that keep a file from being handed over; what is earned at a facility has the state of it. */
const LACKING =
  `(payroll_number.is.null,earning_code.is.null,and(employment.eq.w2,work_state.is.null,earning.${EARNED}))`;

/** Things that the files of a batch lack: people without a number, earnings without a code, people who worked in no known state. */
export interface Missing {
  readonly numbers: readonly string[];
  readonly codes: readonly string[];
  readonly states: readonly string[];
}

/** Asks what the files of a batch lack, in whatever state the batch is. */
export function useMissing(batchId: string): Missing | undefined {
  return useAsk(["payroll_missing", batchId], async (signal): Promise<Missing> => {
    const lacking = await callPage("payroll_earnings", { payroll_batch_id: batchId }, {
      or: LACKING,
      order: "employment,line",
      limit: `${MAX_ROWS}`,
    }, signal);
    const distinct = (texts: readonly string[]) => [...new Set(texts)];
    const nameOf = (one: (typeof lacking)[number]) => `${one.first_name} ${one.last_name}`;
    return {
      numbers: distinct(lacking.filter((one) => one.payroll_number === null).map(nameOf)),
      codes: distinct(
        lacking.filter((one) => one.earning_code === null).map((one) =>
          `${words.payroll.codes.earnings[one.earning] ?? one.earning} (${
            words.payroll.codes.of[one.employment] ?? one.employment
          })`
        ),
      ),
      states: distinct(
        lacking.filter((one) => one.employment === "w2" && one.work_state === null)
          .filter((one) => one.hours !== null).map(nameOf),
      ),
    };
  }).data;
}

/** True if the files of the batch can be handed over as they are. */
export function isComplete(missing: Missing | undefined): boolean {
  return missing !== undefined &&
    missing.numbers.length + missing.codes.length + missing.states.length === 0;
}

/** Says, before the batch is closed, what its files lack, and where that is entered. */
export function MissingNote({ of: missing }: { of: Missing }) {
  const { numbers, codes, states } = missing;
  if (isComplete(missing)) return null;
  return (
    <Alert severity="warning" sx={{ my: 1 }}>
      {say.title}
      <ul>
        {numbers.length > 0 && (
          <li>
            {say.numbers(some(numbers))}{" "}
            <TextLink to="/people/contractors">{say.enterNumbers}</TextLink>
          </li>
        )}
        {codes.length > 0 && (
          <li>
            {say.codes(some(codes))} <TextLink to="/payroll/codes">{say.enterCodes}</TextLink>
          </li>
        )}
        {states.length > 0 && <li>{say.states(some(states))}</li>}
      </ul>
    </Alert>
  );
}

const MOST_NAMED = 5;

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(", ");
  return more > 0 ? `${named} ${say.more(more)}` : named;
}
