import { Box } from "@mui/material";
import { call } from "../../api/call.ts";
import type { Row } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { words } from "../../words.ts";
import { isEvent } from "./outbox_path.ts";

const say = words.mail.outbox;

/** Decisions about a message that failed. */
export function MessageActions(
  { of: { id, kind, recipient, maybe_sent: maybeSent } }: {
    of: Pick<Row<"outbox">, "id" | "kind" | "recipient" | "maybe_sent">;
  },
) {
  const name = say.named(say.kinds[kind] ?? kind, recipient);
  const named = (button: string) =>
    ({ variant: "text", "aria-label": `${button} ${name}` }) as const;
  return (
    <Box sx={{ display: "flex", flexDirection: "column", alignItems: "flex-end" }}>
      <FormDialog
        button={say.again}
        title={say.againTitle(name)}
        text={maybeSent ? `${say.againAbout} ${say.twice}` : say.againAbout}
        submit={say.againNow}
        done={say.againDone}
        buttonProps={named(say.again)}
        act={() => call("send_message_again", { message_id: id })}
      />
      <FormDialog
        button={say.drop}
        title={say.dropTitle(name)}
        text={isEvent(kind) ? `${say.dropAbout} ${say.dropEvent}` : say.dropAbout}
        submit={say.dropNow}
        done={say.dropped}
        buttonProps={named(say.drop)}
        act={() => call("drop_message", { message_id: id })}
      />
    </Box>
  );
}
