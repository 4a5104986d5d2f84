import { Box, Typography } from "@mui/material";
import {
  MAIL_KIND,
  MAIL_KINDS,
} from "../../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import { type Row, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { instant } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Preview } from "./preview.tsx";
import type { SendingRow } from "./sending.tsx";

const say = words.mail.settings;
type Kind = Pick<Row<"mail_kinds">, "kind" | "is_on" | "on_since">;

/** Kinds of mail, each switched on by itself, and how it looks. */
export function Kinds({ kinds, settings, firm }: {
  kinds: readonly Kind[];
  settings: SendingRow;
  firm: string | null;
}) {
  const me = useMe();
  return (
    <Part title={say.kindsTitle} about={say.kindsAbout}>
      <Rows
        label={say.kindsTitle}
        rows={kinds.toSorted((one, other) =>
          MAIL_KINDS.indexOf(one.kind) - MAIL_KINDS.indexOf(other.kind)
        )}
        rowKey={({ kind }) => kind}
        empty={words.common.nothingYet}
        columns={[
          {
            label: say.kind,
            value: ({ kind }) => (
              <>
                {MAIL_KIND[kind].names}
                <Typography variant="body2" color="text.secondary">
                  {MAIL_KIND[kind].about}
                </Typography>
              </>
            ),
          },
          {
            label: words.common.state,
            value: ({ on_since: since }) =>
              since === null ? say.off : say.onSince(instant(since, me.timezone)),
          },
          {
            label: words.common.actions,
            heading: "",
            value: (one) => (
              <Box sx={{ whiteSpace: { sm: "nowrap" }, textAlign: "right" }}>
                <Preview kind={one.kind} firm={firm} consoleUrl={settings.console_url} />
                <SwitchButton of={one} />
              </Box>
            ),
          },
        ]}
      />
    </Part>
  );
}

function SwitchButton({ of: { kind, is_on: isOn } }: { of: Kind }) {
  const { names, about } = MAIL_KIND[kind];
  const button = isOn ? say.switchOff : say.switchOn;
  return (
    <FormDialog
      button={button}
      title={isOn ? say.switchOffTitle(names) : say.switchOnTitle(names)}
      text={isOn ? say.switchOffAbout : `${about} ${say.switchOnAbout}`}
      submit={isOn ? say.switchOffNow : say.switchOnNow}
      done={isOn ? say.switchedOff : say.switchedOn}
      buttonProps={{ variant: "text", "aria-label": `${button} ${names}` }}
      act={() =>
        update("mail_kinds", { kind: `eq.${kind}`, is_on: `is.${isOn}` }, { is_on: !isOn })}
    />
  );
}
