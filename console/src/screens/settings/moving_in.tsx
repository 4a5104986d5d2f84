import { Box, Button, MenuItem, TextField, Typography } from "@mui/material";
import { useState } from "react";
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
import { Actions } from "../../ui/act.tsx";
import { ChooseFile, MonthFirst } from "../../ui/choose_file.tsx";
import { download } from "../../ui/download.ts";
import { useLookedFile } from "../../ui/looked_file.ts";
import { Page, Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { ImportResult } from "./import_result.tsx";

const say = words.settings.movingIn;

/** Files of the former books: looked at, then imported. */
export function MovingIn() {
  const [kind, setKind] = useState<MovingInKind>("facilities");
  const { looked, look, doImport, clear, isMonthFirst, setMonthFirst, isBusy, refusal, forget } =
    useLookedFile();

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
              clear();
              forget();
            }}
          >
            {MOVING_IN_KINDS.map((one) => (
              <MenuItem key={one} value={one}>{say.kinds[one]}</MenuItem>
            ))}
          </TextField>
          <MonthFirst value={isMonthFirst} isBusy={isBusy} set={setMonthFirst} />
          <ChooseFile
            label={say.choose}
            accept=".csv,text/csv"
            isFirst={looked === null}
            isBusy={isBusy}
            choose={(file) => look(kind, file)}
          />
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
          doImport={doImport}
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
