import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from "@mui/material";
import { type ReactNode, useId, useState } from "react";
import { words } from "../words.ts";

/**
 * Secret that is told once: it stays on the screen until whoever made it says that they have it.
 */
export function SecretDialog({ title, label, secret, about, send, submit, onClose }: {
  title: string;
  label: string;
  secret: string;
  /** Advice about it. */
  about: ReactNode;
  /** Letter that takes it along, as a `mailto:` address, and the name of its button. */
  send?: { readonly label: string; readonly href: string };
  submit: string;
  onClose: () => void;
}) {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  // Where the page is neither https nor local, the browser copies nothing by itself.
  const copy = () => void navigator.clipboard.writeText(secret).then(() => setCopied(true));
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <TextField
          label={label}
          value={secret}
          fullWidth
          multiline
          margin="dense"
          onFocus={({ target }) => target.select()}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <Alert severity="info" sx={{ mt: 1 }}>{about}</Alert>
      </DialogContent>
      <DialogActions>
        {send && <Button href={send.href}>{send.label}</Button>}
        {isSecureContext && (
          <Button onClick={copy}>{isCopied ? words.common.copied : words.common.copy}</Button>
        )}
        <Button variant="contained" onClick={onClose}>{submit}</Button>
      </DialogActions>
    </Dialog>
  );
}
