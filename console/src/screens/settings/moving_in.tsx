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
  MOVING_IN_KINDS,
  type MovingInKind,
} from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import { COLUMN_TEXTS } from "../../../../supabase/functions/_shared/moving_in/column_texts.ts";
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
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { ImportResult } from "./import_result.tsx";

const say = words.settings.movingIn;
/** A file that was chosen, as the server sees it. */
interface Looked {
  readonly kind: MovingInKind;
  readonly name: string;
  readonly rows: readonly FileRow[];
  readonly answer: ImportAnswer;
}

/** Answer about no rows. */
const NOTHING = { rows: 0, would_insert: 0, skipped: 0, errors: [], dry_run: true as const };

/** Files of the former books: looked at, then imported. */
export function MovingIn() {
  const [kind, setKind] = useState<MovingInKind>("facilities");
  const [isMonthFirst, setMonthFirst] = useState(true);
  const [looked, setLooked] = useState<Looked | null>(null);
  const { isBusy, refusal, run, forget } = useAct();
  const input = useRef<HTMLInputElement>(null);

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
      );
      // Of a file that cannot be read there is nothing to ask about.
      const answer = errors.length > 0 && rows.length === 0
        ? { ...NOTHING, kind }
        : await ask(kind, rows, true);
      const all = allErrors(errors, answer.errors);
      setLooked({ kind, name: file.name, rows, answer: { ...answer, rows: count, errors: all } });
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
              setKind(target.value as MovingInKind);
              setLooked(null);
              forget();
            }}
          >
            {MOVING_IN_KINDS.map((one) => (
              <MenuItem key={one} value={one}>{say.kinds[one]}</MenuItem>
            ))}
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
        <Typography variant="body2" color="text.secondary">{say.monthFirstAbout}</Typography>
        <RefusalNote refusal={refusal} onClose={forget} />
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
      <Columns kind={kind} />
    </Page>
  );
}

/** Columns of a file of the kind, and an empty one to begin with. */
function Columns({ kind }: { kind: MovingInKind }) {
  const texts = COLUMN_TEXTS[kind];
  const required: readonly string[] = FILE_COLUMNS[kind].required;
  return (
    <Part title={say.columns} about={say.columnsAbout}>
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
      <Rows
        label={say.columns}
        rows={[...required, ...FILE_COLUMNS[kind].optional]}
        rowKey={(name) => name}
        empty=""
        columns={[
          { label: say.column, value: headingOf },
          { label: say.columnText, value: (name) => sentence(texts[name]?.[0]) },
          {
            label: say.otherwise,
            value: (name) => required.includes(name) ? say.required : sentence(texts[name]?.[1]),
          },
        ]}
      />
    </Part>
  );
}

/** A text of a column as a page has it: choices with blanks, as a file may have them, too. */
function sentence(text = ""): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll("_", " ");
}

async function ask(
  kind: MovingInKind,
  rows: readonly Readonly<Record<string, string>>[],
  isDry: boolean,
): Promise<ImportAnswer> {
  return await call("import_rows", {
    kind,
    rows: rows.map((row) => ({ ...row })),
    dry_run: isDry,
  });
}
