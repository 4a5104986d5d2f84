import { useState } from "react";
import type { ImportAnswer } from "../../../supabase/functions/_shared/database.types.ts";
import type { FileKind } from "../../../supabase/functions/_shared/moving_in/columns.ts";
import type { FileRow } from "../../../supabase/functions/_shared/moving_in/file_rows.ts";
import type { ImportMapping } from "../../../supabase/functions/_shared/moving_in/mapping.ts";
import { call } from "../api/call.ts";
import { useAct } from "./act.tsx";

/** A file that was chosen, as the server sees it. */
export interface LookedFile {
  readonly kind: FileKind;
  readonly name: string;
  readonly rows: readonly FileRow[];
  readonly answer: ImportAnswer;
  /** Number of payments over 0.00 that are left out of it. */
  readonly leftOut: number;
}

/** Answer about no rows. */
const NOTHING = { rows: 0, would_insert: 0, skipped: 0, errors: [], dry_run: true as const };

/** A file to import: looked at first, by the server too, and imported when somebody says so. */
export function useLookedFile() {
  const [looked, setLooked] = useState<LookedFile | null>(null);
  const [isMonthFirst, setMonthFirst] = useState(true);
  const act = useAct();
  return {
    ...act,
    looked,
    clear: () => setLooked(null),
    /** True if the dates of the file begin with the month. */
    isMonthFirst,
    setMonthFirst: (value: boolean) => {
      setMonthFirst(value);
      setLooked(null);
    },
    /** @param mapping says which of the file's columns are which of ours; null = they are ours */
    async look(
      kind: FileKind,
      file: File,
      mapping: ImportMapping | null = null,
    ): Promise<void> {
      setLooked(null);
      await act.run(async () => {
        // It comes with what reads CSV.
        const [{ allErrors }, { rowsOfFile }] = await Promise.all([
          import("../../../supabase/functions/_shared/moving_in/file_rows.ts"),
          import("../../../supabase/functions/_shared/moving_in/rows_of_file.ts"),
        ]);
        const { count, rows, errors, leftOut = 0 } = rowsOfFile(
          kind,
          new Uint8Array(await file.arrayBuffer()),
          isMonthFirst ? "us" : "iso",
          mapping,
        );
        // Of a file that cannot be read there is nothing to ask about.
        const answer = errors.length > 0 && rows.length === 0
          ? { ...NOTHING, kind }
          : await ask(kind, rows, true);
        const all = allErrors(errors, answer.errors);
        setLooked({
          kind,
          name: file.name,
          rows,
          leftOut,
          answer: { ...answer, rows: count, errors: all },
        });
      });
    },
    /** Imports what was looked at. */
    async doImport(): Promise<void> {
      if (looked === null) return;
      const answer = await ask(looked.kind, looked.rows, false);
      setLooked({ ...looked, answer });
    },
  };
}

async function ask(
  kind: FileKind,
  rows: readonly Readonly<Record<string, string>>[],
  isDry: boolean,
): Promise<ImportAnswer> {
  return await call("import_rows", {
    kind,
    rows: rows.map((row) => ({ ...row })),
    dry_run: isDry,
  });
}
