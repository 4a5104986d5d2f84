import { Alert, Button, Typography } from "@mui/material";
import type { ImportAnswer } from "../../../../supabase/functions/_shared/database.types.ts";
import type { FileKind } from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import {
  errorsFile,
  type FileError,
  type FileRow,
} from "../../../../supabase/functions/_shared/moving_in/file_rows.ts";
import { headingOf } from "../../../../supabase/functions/_shared/moving_in/examples.ts";
import { Actions } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count } from "../../ui/format.ts";
import { Facts, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.settings.movingIn;
/** So many errors are shown; nobody reads more. */
const SHOWN = 200;
/** So many rows show whether the file was read as it was meant. */
const PREVIEWED = 20;

/** Verdict of the server on a file, and what may be done with it. */
export function ImportResult({ file, kind, rows, answer, leftOut = 0, doImport }: {
  file: string;
  kind: FileKind;
  rows: readonly FileRow[];
  answer: ImportAnswer;
  /** Number of payments over 0.00 in it. */
  leftOut?: number;
  doImport: () => Promise<void>;
}) {
  const { errors } = answer;
  const added = answer.dry_run ? answer.would_insert : answer.inserted;
  const changed = answer.changed ?? 0;
  const isWrong = errors.length > 0;
  return (
    <Part title={say.result(file)}>
      <Facts
        facts={[
          [say.rows, count(answer.rows)],
          ...isWrong ? [[say.errorCount, count(errors.length)] as const] : [
            [answer.dry_run ? say.toImport : say.imported, count(added)] as const,
            ...answer.changed === undefined ? [] : [[say.changed, count(changed)] as const],
            [say.skipped, count(answer.skipped)] as const,
            ...leftOut === 0 ? [] : [[say.leftOut, count(leftOut)] as const],
          ],
        ]}
      />
      {isWrong ? <Errors file={file} errors={errors} /> : answer.dry_run && added + changed > 0
        ? (
          <>
            <Alert severity="success" sx={{ my: 1 }}>{say.ready}</Alert>
            <Actions>
              <FormDialog
                button={say.import}
                title={say.importTitle(count(added + changed), kind.replace("-", " "))}
                text={say.importAbout}
                submit={say.importNow}
                done={say.done}
                act={doImport}
                buttonProps={{ variant: "contained" }}
              />
            </Actions>
          </>
        )
        : (
          <Alert severity={answer.dry_run ? "info" : "success"} sx={{ my: 1 }}>
            {answer.dry_run ? say.nothingNew : say.done}
          </Alert>
        )}
      {answer.dry_run && <Preview file={file} rows={rows} errors={errors} />}
    </Part>
  );
}

/** The rows as they were read: those with errors, each beside its value, or else the first ones. */
function Preview({ file, rows, errors }: {
  file: string;
  rows: readonly FileRow[];
  errors: readonly FileError[];
}) {
  const wrong = new Set(errors.map(({ line }) => String(line)));
  const shown = (wrong.size === 0 ? rows : rows.filter(({ line }) => wrong.has(line)))
    .slice(0, PREVIEWED);
  // Columns without a value are left out, unless one of them should have had one.
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))].filter((name) =>
    name !== "line" &&
    (shown.some((row) => row[name] !== "") || errors.some(({ column }) => column === name))
  );
  if (shown.length === 0) return null;
  return (
    <Part
      title={say.preview(file)}
      about={wrong.size === 0 ? say.previewOfRows(count(shown.length)) : say.previewOfErrors}
    >
      <Rows
        label={say.preview(file)}
        rows={shown}
        rowKey={({ line }) => line}
        empty={say.none}
        columns={[
          { label: say.line, value: ({ line }) => line },
          ...columns.map((name) => ({
            label: headingOf(name),
            value: (row: FileRow) => (
              <>
                {row[name]}
                {errors.filter((one) => String(one.line) === row.line && one.column === name)
                  .map(({ message }) => (
                    <Typography key={message} variant="body2" color="error">{message}</Typography>
                  ))}
              </>
            ),
          })),
        ]}
      />
    </Part>
  );
}

function Errors({ file, errors }: { file: string; errors: readonly FileError[] }) {
  return (
    <>
      <Alert severity="error" sx={{ my: 1 }}>
        {say.wrong(count(errors.length))} {errors.length > SHOWN && say.first(count(SHOWN))}
      </Alert>
      <Actions>
        <Button
          size="small"
          variant="outlined"
          onClick={() => download(errorsFile(errors), `${file}.errors.csv`)}
        >
          {say.save}
        </Button>
      </Actions>
      <Rows
        label={say.result(file)}
        rows={errors.slice(0, SHOWN)}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
        empty={say.none}
        columns={[
          { label: say.line, value: ({ line }) => line },
          { label: say.column, value: ({ column }) => headingOf(column) },
          { label: say.message, value: ({ message }) => message },
        ]}
      />
    </>
  );
}

/** All errors, as a spreadsheet opens them. */
