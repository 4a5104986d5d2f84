import { Alert } from "@mui/material";
import DownloadIcon from "@mui/icons-material/Download";
import { BooleanInput, FormDataConsumer, required, SelectInput, TextInput } from "react-admin";
import { callAll } from "../../api/call.ts";
import { download } from "../../ui/download.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { choicesOf, words } from "../../words.ts";
import type { BookDays } from "./book_days.ts";

const say = words.books.file;
/** Name of the file of each format, and whether nobody has tried it in its program. */
const FORMATS = {
  csv: { name: "journal", end: "csv", isUntried: false },
  quickbooks_online: { name: "journal-quickbooks-online", end: "csv", isUntried: true },
  netsuite: { name: "journal-netsuite", end: "csv", isUntried: true },
  xero: { name: "journal-xero", end: "csv", isUntried: true },
  sage_intacct: { name: "journal-sage-intacct", end: "csv", isUntried: true },
  hledger: { name: "journal", end: "journal", isUntried: false },
} as const;
type Format = keyof typeof FORMATS;
const isFormat = (value: unknown): value is Format => String(value) in FORMATS;

/** Hands the journal of the days over as a file for an accounting program, or as several. */
export function FileDialog(
  { days: { from, to, withAccruals }, mayChange }: { days: BookDays; mayChange: boolean },
) {
  return (
    <FormDialog
      button={say.button}
      title={say.title(day(from), day(to))}
      text={mayChange ? say.notClosed : undefined}
      submit={say.submit}
      done={say.done}
      buttonProps={{ variant: "contained", startIcon: <DownloadIcon /> }}
      defaultValues={{
        format: "csv",
        summed: false,
        with_accruals: withAccruals,
        intacct_journal: "GJ",
      }}
      act={async (values) => {
        const format = isFormat(values["format"]) ? values["format"] : "csv";
        const files = await callAll("journal_files", {
          from_day: from,
          to_day: to,
          format,
          summed: values["summed"] === true,
          with_accruals: values["with_accruals"] === true,
          ...(format === "sage_intacct" && { intacct_journal: String(values["intacct_journal"]) }),
        }, "part");
        const { name, end } = FORMATS[format];
        const type = end === "csv" ? "text/csv" : "text/plain";
        for (const { part, file } of files) {
          const which = files.length > 1 ? `-${part}-of-${files.length}` : "";
          download(file, `${name}-${from}-${to}${which}.${end}`, `${type};charset=utf-8`);
        }
      }}
    >
      <SelectInput
        source="format"
        label={say.format}
        choices={choicesOf(Object.keys(FORMATS), say.formats)}
        validate={required()}
        helperText={false}
      />
      <FormDataConsumer>
        {({ formData }) => <AboutFormat format={formData["format"]} />}
      </FormDataConsumer>
      <BooleanInput source="summed" label={say.summed} helperText={say.summedAbout} />
      <BooleanInput
        source="with_accruals"
        label={words.books.journal.withAccruals(day(to))}
        helperText={say.accrualsAbout}
      />
    </FormDialog>
  );
}

/** The words about a format, and what it alone asks for. */
function AboutFormat({ format }: { format: unknown }) {
  if (!isFormat(format)) return null;
  return (
    <>
      {FORMATS[format].isUntried && <Alert severity="warning" sx={{ my: 1 }}>{say.untried}</Alert>}
      {say.ofFormat[format]?.map((text) => (
        <Alert key={text} severity="info" sx={{ my: 1 }}>{text}</Alert>
      ))}
      {format === "sage_intacct" && (
        <TextInput
          source="intacct_journal"
          label={say.intacctJournal}
          helperText={say.intacctJournalAbout}
          validate={required()}
        />
      )}
    </>
  );
}
