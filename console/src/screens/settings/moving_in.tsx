import {
  Box,
  Button,
  Checkbox,
  CircularProgress,
  FormControlLabel,
  MenuItem,
  TextField,
  Typography,
} from "@mui/material";
import { type ChangeEvent, useRef, useState } from "react";
import type { ImportAnswer } from "../../../../supabase/functions/_shared/database.types.ts";
import {
  FILE_COLUMNS,
  FILE_KINDS,
  type FileKind,
} from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import {
  exampleFile,
  headingOf,
} from "../../../../supabase/functions/_shared/moving_in/examples.ts";
import type { FileRow } from "../../../../supabase/functions/_shared/moving_in/file_rows.ts";
import { call } from "../../api/call.ts";
import { Actions, useAct } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { Page, Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { words } from "../../words.ts";
import { ImportResult } from "./import_result.tsx";

const say = words.settings.movingIn;
/** A file that was chosen, as the server sees it. */
interface Looked {
  readonly kind: FileKind;
  readonly name: string;
  readonly rows: readonly FileRow[];
  readonly answer: ImportAnswer;
}

/** Files of the former books: looked at, then imported. */
export function MovingIn() {
  const [kind, setKind] = useState<FileKind>("facilities");
  const [isMonthFirst, setMonthFirst] = useState(false);
  const [looked, setLooked] = useState<Looked | null>(null);
  const { isBusy, refusal, run, forget } = useAct();
  const input = useRef<HTMLInputElement>(null);

  async function look({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    setLooked(null);
    await run(async () => {
      // It comes with what reads CSV.
      const { fileRows } = await import(
        "../../../../supabase/functions/_shared/moving_in/file_rows.ts"
      );
      const { rows, errors } = fileRows(
        new Uint8Array(await file.arrayBuffer()),
        isMonthFirst ? "us" : "iso",
      );
      const answer = errors.length > 0
        ? {
          kind,
          rows: rows.length,
          would_insert: 0,
          skipped: 0,
          errors: [...errors],
          dry_run: true as const,
        }
        : await ask(kind, rows, true);
      setLooked({ kind, name: file.name, rows, answer });
    });
    target.value = ""; // so that the same file, mended, may be chosen again
  }

  return (
    <Page title={say.title} about={say.about}>
      <Part title={say.file} about={say.fileAbout}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center", mt: 2 }}>
          <TextField
            select
            size="small"
            variant="outlined"
            fullWidth={false}
            margin="none"
            sx={{ minWidth: 200 }}
            label={say.kind}
            value={kind}
            disabled={isBusy}
            onChange={({ target }) => {
              setKind(target.value as FileKind);
              setLooked(null);
              forget();
            }}
          >
            {FILE_KINDS.map((one) => <MenuItem key={one} value={one}>{say.kinds[one]}</MenuItem>)}
          </TextField>
          <FormControlLabel
            label={say.monthFirst}
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
            aria-label={say.choose}
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
            {say.choose}
          </Button>
        </Box>
        <RefusalNote refusal={refusal} onClose={forget} />
        <Columns kind={kind} />
      </Part>
      {looked !== null && (
        <ImportResult
          file={looked.name}
          kind={looked.kind}
          rows={looked.rows}
          answer={looked.answer}
          doImport={async () => {
            const answer = await ask(looked.kind, looked.rows, false);
            setLooked({ ...looked, answer });
          }}
        />
      )}
    </Page>
  );
}

/** Columns of a file of the kind, and an empty one to begin with. */
function Columns({ kind }: { kind: FileKind }) {
  const { required, optional } = FILE_COLUMNS[kind];
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2">
        {say.required} <Names of={required} />
      </Typography>
      <Typography variant="body2" sx={{ mt: 1 }}>
        {say.optional} <Names of={optional} />
      </Typography>
      <Actions>
        <Button
          size="small"
          variant="outlined"
          onClick={() => download(exampleFile(kind, true), `${kind}-example.csv`)}
        >
          {say.saveExample}
        </Button>
        <Button
          size="small"
          variant="outlined"
          onClick={() => download(exampleFile(kind, false), `${kind}.csv`)}
        >
          {say.saveEmpty}
        </Button>
      </Actions>
    </Box>
  );
}

function Names({ of: names }: { of: readonly string[] }) {
  return (
    <Box component="span" sx={{ fontWeight: "medium" }}>
      {names.length === 0 ? say.noColumns : names.map(headingOf).join(", ")}
    </Box>
  );
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
