import {
  Box,
  Button,
  Checkbox,
  CircularProgress,
  FormControlLabel,
  MenuItem,
  TextField,
} from "@mui/material";
import { type ChangeEvent, useRef, useState } from "react";
import type { ImportAnswer } from "../../../../supabase/functions/_shared/database.types.ts";
import { exampleFile } from "../../../../supabase/functions/_shared/moving_in/examples.ts";
import type { FileRow } from "../../../../supabase/functions/_shared/moving_in/file_rows.ts";
import type { ImportMapping } from "../../../../supabase/functions/_shared/moving_in/mapping.ts";
import { call } from "../../api/call.ts";
import { type Row, rows as rowsOf } from "../../api/rows.ts";
import { useAct } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { words } from "../../words.ts";
import { ImportResult } from "../settings/import_result.tsx";
import { MappingDialog } from "./mapping_dialog.tsx";

const say = words.time.client;
/** The choice of a file whose columns are ours. */
const OURS = "";
/** Answer about no rows. */
const NOTHING = {
  kind: "time",
  rows: 0,
  would_insert: 0,
  skipped: 0,
  changed: 0,
  errors: [],
  dry_run: true as const,
};

/** A file that was chosen, as the server sees it. */
interface Looked {
  readonly name: string;
  readonly rows: readonly FileRow[];
  readonly answer: ImportAnswer;
}

/** A file of the client's system: looked at by a mapping, then imported. */
export function ClientFile() {
  const mappings = useAsk(
    ["import_mappings"],
    (signal) => rowsOf("import_mappings", { select: "*", kind: "eq.time", order: "name" }, signal),
  );
  return (
    <Loaded query={mappings}>
      {(found) => <File mappings={found} />}
    </Loaded>
  );
}

function File({ mappings }: { mappings: readonly Row<"import_mappings">[] }) {
  const [name, setName] = useState(OURS);
  const [isMonthFirst, setMonthFirst] = useState(true);
  const [looked, setLooked] = useState<Looked | null>(null);
  const { isBusy, refusal, run, forget } = useAct();
  const input = useRef<HTMLInputElement>(null);
  const mapping = mappings.find((one) => one.name === name);

  async function look({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    setLooked(null);
    await run(async () => {
      // It comes with what reads CSV.
      const { allErrors, fileRows } = await import(
        "../../../../supabase/functions/_shared/moving_in/file_rows.ts"
      );
      const { count, rows, errors } = fileRows(
        new Uint8Array(await file.arrayBuffer()),
        isMonthFirst ? "us" : "iso",
        mapping === undefined ? null : mapping as unknown as ImportMapping,
      );
      // Of a file that cannot be read there is nothing to ask about.
      const answer = errors.length > 0 && rows.length === 0 ? NOTHING : await ask(rows, true);
      const all = allErrors(errors, answer.errors);
      setLooked({ name: file.name, rows, answer: { ...answer, rows: count, errors: all } });
    });
    target.value = ""; // so that the same file, mended, may be chosen again
  }

  return (
    <>
      <Part
        title={say.file}
        about={say.fileAbout}
        actions={
          <>
            <Button
              size="small"
              variant="outlined"
              onClick={() => download(exampleFile("time", true), "time-example.csv")}
            >
              {words.settings.movingIn.saveExample}
            </Button>
            <MappingDialog key={name} mapping={mapping} />
          </>
        }
      >
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center", mt: 2 }}>
          <TextField
            select
            size="small"
            variant="outlined"
            fullWidth={false}
            margin="none"
            sx={{ minWidth: 280 }}
            label={say.mapping}
            value={name}
            disabled={isBusy}
            onChange={({ target }) => {
              setName(target.value);
              setLooked(null);
              forget();
            }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value={OURS}>{say.ours}</MenuItem>
            {mappings.map((one) => <MenuItem key={one.name} value={one.name}>{one.name}</MenuItem>)}
          </TextField>
          <FormControlLabel
            label={words.settings.movingIn.monthFirst}
            control={
              <Checkbox
                checked={isMonthFirst}
                disabled={isBusy}
                onChange={({ target }) => {
                  setMonthFirst(target.checked);
                  setLooked(null);
                }}
              />
            }
          />
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            hidden
            aria-label={words.settings.movingIn.choose}
            onChange={(event) => void look(event)}
          />
          <Button
            variant={looked === null ? "contained" : "outlined"}
            disabled={isBusy}
            startIcon={isBusy
              ? <CircularProgress size={16} aria-label={words.common.running} />
              : undefined}
            onClick={() => input.current?.click()}
          >
            {words.settings.movingIn.choose}
          </Button>
        </Box>
        <RefusalNote refusal={refusal} onClose={forget} />
      </Part>
      {looked !== null && (
        <ImportResult
          file={looked.name}
          kind="time"
          rows={looked.rows}
          answer={looked.answer}
          doImport={async () => {
            const answer = await ask(looked.rows, false);
            setLooked({ ...looked, answer });
          }}
        />
      )}
    </>
  );
}

async function ask(
  rows: readonly Readonly<Record<string, string>>[],
  isDry: boolean,
): Promise<ImportAnswer> {
  return await call("import_rows", {
    kind: "time",
    rows: rows.map((row) => ({ ...row })),
    dry_run: isDry,
  });
}
