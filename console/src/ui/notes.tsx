import { Box, type ButtonProps, Typography } from "@mui/material";
import { required, TextInput } from "react-admin";
import { insert, rows } from "../api/rows.ts";
import { words } from "../words.ts";
import { FormDialog } from "./form_dialog.tsx";
import { day, instant, money } from "./format.ts";
import { DayInput, MoneyInput } from "./inputs.tsx";
import { Loaded, useAsk } from "./loaded.tsx";
import { Part } from "./page.tsx";
import { useMe } from "./use_me.ts";

const say = words.notes;
/** Kinds of rows that notes and timelines are about. */
export type About =
  | "facility"
  | "contractor"
  | "candidate"
  | "assignment"
  | "invoice"
  | "check"
  | "payroll_batch";
/** Kinds of rows on which money is promised. */
const DEBTORS: readonly About[] = ["facility", "invoice"];
/** Most that a page shows; earlier ones are in the timeline. */
const MOST = 20;

interface Of {
  readonly about: About;
  readonly aboutId: string;
}

/** Notes of staff about a row, newest first, and a form for another one. */
export function Notes({ about, aboutId }: Of) {
  const { timezone } = useMe();
  const notes = useAsk(["notes", about, aboutId], (signal) =>
    rows("notes", {
      select: "id,text,promised_on,promised_amount,written_at,written_by_name",
      about: `eq.${about}`,
      about_id: `eq.${aboutId}`,
      order: "written_at.desc,id",
      limit: `${MOST}`,
    }, signal));
  return (
    <Part title={say.title} actions={<NoteDialog about={about} aboutId={aboutId} />}>
      <Loaded query={notes}>
        {(found) =>
          found.length === 0
            ? <Typography color="text.secondary">{say.none}</Typography>
            : (
              <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0 }}>
                {found.map((note) => (
                  <Box component="li" key={note.id} sx={{ py: 1 }}>
                    <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
                      {note.text}
                    </Typography>
                    {note.promised_on !== null && (
                      <Typography variant="body2">
                        {say.promised(money(note.promised_amount), day(note.promised_on))}
                      </Typography>
                    )}
                    <Typography variant="body2" color="text.secondary">
                      {words.common.by(instant(note.written_at, timezone), note.written_by_name)}
                    </Typography>
                  </Box>
                ))}
              </Box>
            )}
      </Loaded>
    </Part>
  );
}

/** A button that opens the form for a note. */
export function NoteDialog(
  { about, aboutId, subject, buttonProps }: Of & {
    /** Name of what it is about, where a page has several. */
    subject?: string;
    buttonProps?: ButtonProps;
  },
) {
  return (
    <FormDialog
      button={say.write}
      title={subject === undefined ? say.writeTitle : say.writeAbout(subject)}
      text={say.keptAbout}
      submit={say.save}
      done={say.saved}
      buttonProps={{
        ...(subject === undefined ? {} : { "aria-label": `${say.write} ${subject}` }),
        ...buttonProps,
      }}
      act={(values) => insert("notes", [{ ...values, about, about_id: aboutId }])}
    >
      <TextInput
        source="text"
        label={say.text}
        validate={required()}
        multiline
        minRows={2}
        fullWidth
        autoFocus
      />
      {DEBTORS.includes(about) && <DayInput source="promised_on" label={say.promisedOn} optional />}
      {DEBTORS.includes(about) && (
        <MoneyInput source="promised_amount" label={say.promisedAmount} optional />
      )}
    </FormDialog>
  );
}
