import { Box, Button, MenuItem, TextField } from "@mui/material";
import { useState } from "react";
import { exampleFile } from "../../../../supabase/functions/_shared/moving_in/examples.ts";
import type { ImportMapping } from "../../../../supabase/functions/_shared/moving_in/mapping.ts";
import { type Row, rows as rowsOf } from "../../api/rows.ts";
import { ChooseFile, MonthFirst } from "../../ui/choose_file.tsx";
import { download } from "../../ui/download.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { useLookedFile } from "../../ui/looked_file.ts";
import { Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { words } from "../../words.ts";
import { ImportResult } from "../settings/import_result.tsx";
import { MappingDialog } from "./mapping_dialog.tsx";

const say = words.time.client;
/** The choice of a file whose columns are ours. */
const OURS = "";

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
  const { looked, look, doImport, clear, isMonthFirst, setMonthFirst, isBusy, refusal, forget } =
    useLookedFile();
  const mapping = mappings.find((one) => one.name === name);

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
              clear();
              forget();
            }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value={OURS}>{say.ours}</MenuItem>
            {mappings.map((one) => <MenuItem key={one.name} value={one.name}>{one.name}</MenuItem>)}
          </TextField>
          <MonthFirst value={isMonthFirst} isBusy={isBusy} set={setMonthFirst} />
          <ChooseFile
            label={words.settings.movingIn.choose}
            accept=".csv,text/csv"
            isFirst={looked === null}
            isBusy={isBusy}
            choose={(file) =>
              look(
                "time",
                file,
                mapping === undefined ? null : mapping as unknown as ImportMapping,
              )}
          />
        </Box>
        <RefusalNote refusal={refusal} onClose={forget} />
      </Part>
      {looked !== null && (
        <ImportResult
          file={looked.name}
          kind="time"
          rows={looked.rows}
          answer={looked.answer}
          doImport={doImport}
        />
      )}
    </>
  );
}
