import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from "@mui/material";
import { type ReactNode, useId } from "react";

/**
 * Secret that is told once: it stays on the screen until whoever made it says that they have it.
 */
export function SecretDialog({ title, label, secret, about, submit, onClose }: {
  title: string;
  label: string;
  secret: string;
  /** Advice about it. */
  about: ReactNode;
  submit: string;
  onClose: () => void;
}) {
  const id = useId();
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
        <Button variant="contained" onClick={onClose}>{submit}</Button>
      </DialogActions>
    </Dialog>
  );
}
