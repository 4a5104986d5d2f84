import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from "@mui/material";
import { useId, useState } from "react";
import { required, TextInput } from "react-admin";
import { call } from "../api/call.ts";
import { type Row, rows } from "../api/rows.ts";
import { isOneOf } from "../me.ts";
import { words } from "../words.ts";
import { ActButton, Actions } from "./act.tsx";
import { download } from "./download.ts";
import { FormDialog } from "./form_dialog.tsx";
import { day, instant } from "./format.ts";
import { Loaded, useAsk } from "./loaded.tsx";
import { Part } from "./page.tsx";
import { useMe } from "./use_me.ts";

const say = words.erasures;
type Kind = Row<"erasures">["kind"];

/** All that is kept of somebody, to hand over or to erase: for admins. */
export function KeptOfPerson({ kind, id, name }: { kind: Kind; id: string; name: string }) {
  return isOneOf(useMe())
    ? (
      <Part title={say.title} about={say.about}>
        <Kept kind={kind} id={id} name={name} />
      </Part>
    )
    : null;
}

/** The same, from a list. */
export function KeptButton(person: { kind: Kind; id: string; name: string }) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  if (!isOneOf(useMe())) return null;
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`${say.button} ${person.name}`}
        onClick={() => setOpen(true)}
      >
        {say.button}
      </Button>
      {isOpen && (
        <Dialog
          open
          fullWidth
          maxWidth="sm"
          aria-labelledby={titleId}
          onClose={() => setOpen(false)}
        >
          <DialogTitle id={titleId}>{say.of(person.name)}</DialogTitle>
          <DialogContent>
            <Typography sx={{ mb: 1 }}>{say.about}</Typography>
            <Kept {...person} />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{say.close}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

/** Ways to hand it over and to erase it, and how far that is. */
function Kept({ kind, id, name }: { kind: Kind; id: string; name: string }) {
  const me = useMe();
  const erasure = useAsk(["erasures", kind, id], async (signal) => {
    const [found] = await rows("erasures", {
      select:
        "id,number,requested_at,requested_by,requested_by_name,confirmed_at,due_on,erased_at,problem",
      kind: `eq.${kind}`,
      person_id: `eq.${id}`,
      order: "id",
    }, signal);
    return found ?? null;
  });
  return (
    <Loaded query={erasure}>
      {(found) => (
        <>
          {found !== null && (found.erased_at !== null
            ? say.erased(instant(found.erased_at, me.timezone))
            : found.due_on !== null
            ? say.due(day(found.due_on))
            : say.waits(words.common.by(
              instant(found.requested_at, me.timezone),
              found.requested_by_name,
            )))}
          {(found?.problem ?? null) !== null && (
            <Alert severity="warning" sx={{ my: 1 }}>{found?.problem}</Alert>
          )}
          <Actions>
            <ActButton
              label={say.export}
              aria-label={`${say.export}: ${name}`}
              act={async () =>
                download(
                  JSON.stringify(await call("person_export", { kind, id }), null, 2),
                  `${kind.replaceAll("_", "-")}-${id}.json`,
                  "application/json",
                )}
            />
            {(found === null || found.confirmed_at === null) && (
              <FormDialog
                button={found === null ? say.erase : say.confirm}
                title={say.eraseTitle(name)}
                text={found === null ? say.eraseAbout : say.confirmAbout}
                submit={found === null ? say.eraseNow : say.confirmNow}
                done={say.done}
                buttonProps={{ color: "error", "aria-label": `${say.erase} ${name}` }}
                act={({ reason }) =>
                  call("erase_person", {
                    kind,
                    id,
                    reason: typeof reason === "string" ? reason : say.confirmed,
                  })}
              >
                {found === null && (
                  <TextInput
                    source="reason"
                    label={words.common.reason}
                    helperText={say.reasonAbout}
                    validate={required()}
                    fullWidth
                  />
                )}
              </FormDialog>
            )}
          </Actions>
        </>
      )}
    </Loaded>
  );
}
