import { Alert, Button } from "@mui/material";
import type { ImportAnswer } from "../../../../supabase/functions/_shared/database.types.ts";
import type { FileKind } from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import {
  errorsFile,
  type FileError,
} from "../../../../supabase/functions/_shared/moving_in/file_rows.ts";
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

/** Verdict of the server on a file, and what may be done with it. */
export function ImportResult({ file, kind, answer, doImport }: {
  file: string;
  kind: FileKind;
  answer: ImportAnswer;
  doImport: () => Promise<void>;
}) {
  const { errors } = answer;
  const added = answer.dry_run ? answer.would_insert : answer.inserted;
  const isWrong = errors.length > 0;
  return (
    <Part title={say.result(file)}>
      <Facts
        facts={[
          [say.rows, count(answer.rows)],
          ...isWrong ? [[say.errorCount, count(errors.length)] as const] : [
            [answer.dry_run ? say.toImport : say.imported, count(added)] as const,
            [say.skipped, count(answer.skipped)] as const,
          ],
        ]}
      />
      {isWrong ? <Errors file={file} errors={errors} /> : answer.dry_run && added > 0
        ? (
          <>
            <Alert severity="success" sx={{ my: 1 }}>{say.ready}</Alert>
            <Actions>
              <FormDialog
                button={say.import}
                title={say.importTitle(count(added), kind.replace("-", " "))}
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
    </Part>
  );
}

function Errors({ file, errors }: { file: string; errors: readonly FileError[] }) {
  const number = errors.length === 1 ? say.oneError : say.manyErrors(count(errors.length));
  return (
    <>
      <Alert severity="error" sx={{ my: 1 }}>
        {say.wrong(number)} {errors.length > SHOWN && say.first(count(SHOWN))}
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
          { label: say.column, value: ({ column }) => column },
          { label: say.message, value: ({ message }) => message },
        ]}
      />
    </>
  );
}

/** All errors, as a spreadsheet opens them. */
