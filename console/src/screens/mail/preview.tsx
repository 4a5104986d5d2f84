import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from "@mui/material";
import { useId, useState } from "react";
import {
  MAIL_KIND,
  type MailKind,
} from "../../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import {
  mailExample,
  type MailText,
  mailText,
} from "../../../../supabase/functions/_shared/delivery/texts/mail_text.ts";
import { words } from "../../words.ts";

const say = words.mail.settings;

/** Opens what a mail of a kind says, of an example, in the firm's name. */
export function Preview({ kind, firm, consoleUrl }: {
  kind: MailKind;
  firm: string | null;
  consoleUrl: string | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { names } = MAIL_KIND[kind];
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`${say.preview} ${names}`}
        onClick={() => setOpen(true)}
      >
        {say.preview}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        maxWidth="md"
        fullWidth
        aria-labelledby={id}
      >
        <DialogTitle id={id}>{say.previewTitle(names)}</DialogTitle>
        {/* It is longer than a screen: who has no mouse scrolls it. */}
        <DialogContent tabIndex={0}>
          <Parts of={exampleOf(kind, firm, consoleUrl)} />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{say.close}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function exampleOf(kind: MailKind, firm: string | null, consoleUrl: string | null): MailText {
  return mailText(kind, { ...mailExample(kind), firm, console_url: consoleUrl });
}

function Parts({ of: { subject, html, text } }: { of: MailText }) {
  return (
    <>
      <Typography variant="body2" color="text.secondary">{say.previewAbout}</Typography>
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>{say.subject}</Typography>
      <Typography>{subject}</Typography>
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>{say.html}</Typography>
      {/* Nothing runs in it, and it is of no origin. */}
      <Box
        component="iframe"
        title={say.html}
        srcDoc={html}
        sandbox=""
        sx={{
          width: "100%",
          height: 400,
          border: 1,
          borderColor: "divider",
          borderRadius: 1,
        }}
      />
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>{say.plain}</Typography>
      <Typography
        component="pre"
        variant="body2"
        sx={{
          m: 0,
          p: 1,
          whiteSpace: "pre-wrap",
          fontFamily: "monospace",
          border: 1,
          borderColor: "divider",
          borderRadius: 1,
        }}
      >
        {text}
      </Typography>
    </>
  );
}
