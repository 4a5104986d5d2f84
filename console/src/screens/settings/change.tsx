import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { headingOf } from "../../api/csv.ts";
import { rows } from "../../api/rows.ts";
import { day, instant, rate } from "../../ui/format.ts";
import { pathOf } from "../../ui/links.tsx";
import { useAsk } from "../../ui/loaded.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.log;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Words that programs write for one of a few. */
const WORD = /^[a-z]+(?:_[a-z]+)*$/;
/** Columns that say nothing to people: the key, and names as the search has them. */
const HIDDEN = new Set(["id", "search_name", "row_id"]);
/** Columns of shares, which are shown in percent. */
const SHARES = new Set(["annual_rate", "discount_rate", "maximum_fraction"]);
/** Pages of the rows that columns name. */
const PAGE_OF: Readonly<Record<string, (id: string) => string>> = {
  assignment_id: pathOf.assignment,
  candidate_id: pathOf.candidate,
  check_id: pathOf.check,
  contractor_id: pathOf.contractor,
  facility_id: pathOf.facility,
  interest_invoice_id: pathOf.invoice,
  invoice_id: pathOf.invoice,
  original_invoice_id: pathOf.invoice,
  payroll_batch_id: pathOf.batch,
  payroll_period_id: pathOf.period,
};

/** Fields of a row that changed, before and after, in the words of the screens. */
export function Change(row: { before: unknown; after: unknown }) {
  const before = columnsOf(row.before);
  const after = columnsOf(row.after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .filter((name) => isForPeople(name, before[name]) && isForPeople(name, after[name]));
  const people = useNames(names.flatMap((name) => [before[name], after[name]]));
  if (names.length === 0) return <Typography>{say.same}</Typography>;
  return (
    <Table size="small" aria-label={say.title} sx={{ "& td": { overflowWrap: "anywhere" } }}>
      <TableHead>
        <TableRow>
          <TableCell>{say.column}</TableCell>
          <TableCell>{say.before}</TableCell>
          <TableCell>{say.after}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {names.map((name) => (
          <TableRow key={name}>
            <TableCell>{fieldOf(name)}</TableCell>
            <TableCell>
              <Value name={name} of={before[name]} people={people} />
            </TableCell>
            <TableCell>
              <Value name={name} of={after[name]} people={people} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Names of users whose ids are among the values. */
function useNames(values: readonly unknown[]): ReadonlyMap<string, string> {
  const ids = [...new Set(values.filter((one): one is string => ID.test(String(one))))].sort();
  const found = useAsk(
    ["user_names", ids],
    async (signal) =>
      ids.length === 0
        ? []
        : await rows("user_names", { select: "user_id,name", user_id: `in.(${ids})` }, signal),
  );
  return new Map((found.data ?? []).map((one) => [one.user_id ?? "", one.name ?? ""]));
}

function Value({ name, of: value, people }: {
  name: string;
  of: unknown;
  people: ReadonlyMap<string, string>;
}): ReactNode {
  const { timezone } = useMe();
  if (typeof value === "string" && ID.test(value)) {
    const path = PAGE_OF[name]?.(value);
    return path === undefined
      ? people.get(value) ?? say.somebody
      : <TextLink to={path}>{say.open}</TextLink>;
  }
  return textOf(name, value, timezone);
}

/** A value as the screens write it. */
function textOf(name: string, value: unknown, timezone: string | null): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? words.settings.firm.yes : words.settings.firm.no;
  if (Array.isArray(value)) return value.map((one) => textOf(name, one, timezone)).join(", ");
  if (typeof value === "object") {
    return Object.entries(value).map(([part, inner]) =>
      `${fieldOf(part)}: ${textOf(part, inner, timezone)}`
    ).join(", ");
  }
  const text = String(value);
  if (SHARES.has(name)) return rate(text);
  if (text.startsWith("data:")) return say.picture;
  if (DAY.test(text)) return day(text);
  if (INSTANT.test(text)) return instant(text, timezone);
  return WORD.test(text) ? words.states[text] ?? text.replaceAll("_", " ") : text;
}

/** A column in the words of the screens: `Sent by` of `sent_by`, `Active` of `is_active`. */
function fieldOf(name: string): string {
  const known = say.fields[name];
  if (known !== undefined) return known;
  return headingOf(name.replace(/^is_/, "").replace(/_(?:id|at)$/, ""));
}

/** False of ids that lead nowhere: neither to a page nor to a person. */
function isForPeople(name: string, value: unknown): boolean {
  if (HIDDEN.has(name)) return false;
  return !ID.test(String(value)) || name in PAGE_OF || name.endsWith("_by") || name === "user_id";
}

function columnsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
