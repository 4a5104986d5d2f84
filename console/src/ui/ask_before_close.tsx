import { Button, Dialog, DialogActions, DialogTitle } from "@mui/material";
import { type ReactNode, useId, useRef, useState } from "react";
import { words } from "../words.ts";

const say = words.leaving;

/** Closing of a dialog in which something may have been typed. */
export interface Closing {
  /** Notes that something was typed: the `onInput` of the dialog. */
  readonly onInput: () => void;
  /** Closes, or asks first: for Cancel, and for the backdrop and Esc (`onClose`). */
  readonly leave: () => void;
  /** The question, which stands in the dialog. */
  readonly question: ReactNode;
}

/** Asks before a dialog is closed in which something was typed. */
export function useAskBeforeClose(close: () => void, isTypedAlready = false): Closing {
  const isTyped = useRef(isTypedAlready);
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  return {
    onInput() {
      isTyped.current = true;
    },
    leave() {
      if (isTyped.current) setAsking(true);
      else close();
    },
    question: isAsking && (
      <Dialog
        open
        onClose={() => setAsking(false)}
        aria-labelledby={id}
        maxWidth="xs"
      >
        <DialogTitle id={id}>{say.question}</DialogTitle>
        <DialogActions>
          <Button onClick={close}>{say.discard}</Button>
          <Button variant="contained" autoFocus onClick={() => setAsking(false)}>
            {say.stay}
          </Button>
        </DialogActions>
      </Dialog>
    ),
  };
}
