import { Typography } from "@mui/material";
import { TextInput } from "react-admin";
import { call } from "../../api/call.ts";
import { type Row, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Facts, Part } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { Logo, LogoInput } from "./logo_input.tsx";

const say = words.settings.letterhead;

/** Words of the firm's documents about itself. */
export function Letterhead({ settings }: { settings: Row<"organization_settings"> }) {
  const { legal_name, address, phone, remit_to, tax_number, logo } = settings;
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={
        <FormDialog
          button={say.change}
          title={say.title}
          submit={say.save}
          done={say.saved}
          defaultValues={{ legal_name, address, phone, remit_to, tax_number, logo }}
          act={async ({ remit_to: to, ...values }) => {
            await update("organization_settings", { singleton: "is.true" }, values);
            if (to === remit_to) return;
            // Another one may take a second person, who is asked for this alone.
            if (remit_to !== null && to) await call("change_remit_to", { remit_to: String(to) });
            else {await update("organization_settings", { singleton: "is.true" }, {
                remit_to: to as string | null,
              });}
          }}
        >
          <TextInput source="legal_name" label={say.legalName} fullWidth autoFocus />
          <TextInput
            source="address"
            label={say.address}
            helperText={say.addressAbout}
            multiline
            fullWidth
          />
          <TextInput source="phone" label={say.phone} helperText={say.phoneAbout} fullWidth />
          <TextInput
            source="remit_to"
            label={say.remitTo}
            helperText={say.remitToAbout}
            multiline
            fullWidth
          />
          <TextInput source="tax_number" label={say.taxNumber} fullWidth />
          <LogoInput source="logo" />
        </FormDialog>
      }
    >
      <Facts
        facts={[
          [say.legalName, legal_name],
          [say.address, address && <Lines key="address" text={address} />],
          [say.phone, phone],
          [say.remitTo, remit_to && <Lines key="remit_to" text={remit_to} />],
          [say.taxNumber, tax_number],
          [say.logo, logo === null ? say.noLogo : <Logo key="logo" uri={logo} />],
        ]}
      />
    </Part>
  );
}

/** A text in the lines that it was written in. */
export function Lines({ text }: { text: string }) {
  return <Typography component="span" sx={{ whiteSpace: "pre-line" }}>{text}</Typography>;
}
