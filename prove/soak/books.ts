/**
 * Answers to the firm's calls, kept outside the database: money and hours in whole hundredths. Facts alone are
 * kept, each of which a call was told: of money in whatever order they are noted, of time in that of their calls.
 */
import { hundredths } from "./exact.ts";
import type { Row } from "./values.ts";

/** Hours of a day, or units of a code. */
export interface KeptTime {
  readonly assignment: string;
  readonly day: string;
  readonly code: string;
  readonly hours: bigint;
  readonly quantity: bigint;
  readonly isPayable: boolean;
  readonly isSetAside: boolean;
}

/** An invoice that was sent. */
interface KeptInvoice {
  readonly facility: string;
  readonly total: bigint;
  /** True if it bills interest. */
  readonly isInterest: boolean;
}

/** A check, a credit note or a write-off. */
interface KeptAmount {
  readonly facility: string;
  readonly amount: bigint;
}

const text = (row: Row, column: string): string => {
  const value = row[column];
  if (typeof value !== "string") {
    throw new Error(`an answer has no ${column}: ${JSON.stringify(row)}`);
  }
  return value;
};

/** Message that was told. */
export class Books {
  readonly time = new Map<string, KeptTime>();
  readonly sent = new Map<string, KeptInvoice>();
  readonly voided = new Set<string>();
  readonly checks = new Map<string, KeptAmount>();
  /** By check, what was paid of invoices with it; the rest was left as a credit. */
  readonly confirmed = new Map<string, bigint>();
  readonly returned = new Set<string>();
  readonly notes = new Map<string, KeptAmount>();
  readonly writeOffs: KeptAmount[] = [];
  readonly refunds: KeptAmount[] = [];
  /** By closed batch, what each contractor gets. */
  readonly paid = new Map<string, ReadonlyMap<string, bigint>>();

  /** Time as it is now, whether new or not. */
  setTime(rows: readonly Row[]): void {
    for (const row of rows) this.time.set(text(row, "id"), timeOf(row));
  }

  /** Time that may have been there before: what is known of it stays. */
  addTime(rows: readonly Row[]): void {
    this.setTime(rows.filter((row) => !this.time.has(text(row, "id"))));
  }

  /**
   * Answers about an assignment's days that were given all their hours; those no longer there are
   * taken out.
   */
  saveDays(rows: readonly Row[], assignment: string, days: readonly string[]): void {
    const saved = new Map(
      rows.filter((row) => days.includes(text(row, "work_date"))).map((
        row,
      ) => [text(row, "id"), row]),
    );
    const gone = [...this.time].filter(([id, time]) =>
      time.assignment === assignment && days.includes(time.day) && !saved.has(id)
    );
    this.removeTime(gone.map(([id]) => id));
    for (const [id, row] of saved) {
      const { isPayable, isSetAside } = this.time.get(id) ?? timeOf(row);
      this.time.set(id, { ...timeOf(row), isPayable, isSetAside });
    }
  }

  removeTime(ids: Iterable<string>): void {
    for (const id of ids) this.time.delete(id);
  }

  send(rows: readonly Row[]): void {
    for (const row of rows) {
      const [id, facility] = [text(row, "id"), text(row, "facility_id")];
      this.sent.set(id, {
        facility,
        total: hundredths(row.total),
        isInterest: row.kind === "interest",
      });
    }
  }

  void(rows: readonly Row[]): void {
    for (const row of rows) this.voided.add(text(row, "id"));
  }

  receive(rows: readonly Row[]): void {
    for (const row of rows) {
      const facility = text(row, "facility_id");
      this.checks.set(text(row, "id"), { facility, amount: hundredths(row.amount) });
    }
  }

  /** A check of former books, whose money is a credit. */
  receiveAsCredit(externalNumber: string, facility: string, amount: bigint): void {
    this.checks.set(externalNumber, { facility, amount });
    this.confirmed.set(externalNumber, 0n);
  }

  /** @param rows reconciliations, each with its lines; those of a credit spend what was left already */
  confirm(rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.check_id === null) continue;
      const lines = row.lines as readonly Row[];
      // A discount spends nothing of the check.
      const paid = lines.filter(({ component }) => component !== "discount")
        .reduce((sum, { amount }) => sum + hundredths(amount), 0n);
      this.confirmed.set(text(row, "check_id"), paid);
    }
  }

  return(rows: readonly Row[]): void {
    for (const row of rows) {
      this.returned.add(
        row.external_number === null ? text(row, "id") : text(row, "external_number"),
      );
    }
  }

  credit(rows: readonly Row[]): void {
    for (const row of rows) {
      const facility = text(row, "facility_id");
      this.notes.set(text(row, "id"), { facility, amount: hundredths(row.amount) });
    }
  }

  /** @param rows write-offs that were taken back */
  takeBack(rows: readonly Row[]): void {
    for (const row of rows) {
      const amount = -hundredths(row.amount);
      this.writeOffs.push({ facility: text(row, "facility_id"), amount });
    }
  }

  refund(rows: readonly Row[]): void {
    for (const row of rows) {
      this.refunds.push({ facility: text(row, "facility_id"), amount: hundredths(row.amount) });
    }
  }

  /** @param rows the invoices of which so much was written off */
  writeOff(rows: readonly Row[], amount: bigint): void {
    for (const row of rows) this.writeOffs.push({ facility: text(row, "facility_id"), amount });
  }

  /** @param rows closed batches, each with its items; again, of one that is closed, nothing changes */
  close(rows: readonly Row[]): void {
    for (const row of rows) {
      const items = row.items as readonly Row[];
      this.paid.set(
        text(row, "id"),
        new Map(items.map((item) => [text(item, "contractor_id"), hundredths(item.gross_pay)])),
      );
    }
  }
}

/** A row of time_entries. */
export function timeOf(row: Row): KeptTime {
  return {
    assignment: text(row, "assignment_id"),
    day: text(row, "work_date"),
    code: text(row, "code"),
    hours: hundredths(row.hours),
    quantity: hundredths(row.quantity ?? 0),
    isPayable: row.is_payable === true,
    isSetAside: row.set_aside_at !== null,
  };
}
