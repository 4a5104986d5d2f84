import { Alert, Button } from "@mui/material";
import type { ReactNode } from "react";
import { useCloseNotification, useNotificationContext, useNotify } from "react-admin";
import { useAct } from "../../ui/act.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { words } from "../../words.ts";
import type { Moved } from "./moves.ts";

const say = words.time.approve;
/** So long a toast offers to take an approval back. */
const OFFERED_MS = 10_000;

/**
 * Approves entries of a page, and offers in a toast to take back what was approved of them; `note` says why that was
 * refused. It is an act of its own: the toast may be pressed while the page still asks for what has changed.
 */
export function useApproving<Entry>({ idOf, decide, takeBack }: {
  idOf: (entry: Entry) => string;
  decide: (entries: readonly Entry[]) => Promise<Moved>;
  takeBack: (entries: readonly Entry[]) => Promise<void>;
}): {
  readonly approve: (entries: readonly Entry[], done: string) => Promise<Moved>;
  readonly note: ReactNode;
} {
  const notify = useNotify();
  const { refusal, run, forget } = useAct();
  return {
    async approve(entries, done) {
      const moved = await decide(entries);
      const approved = entries.filter((entry) => moved.done.has(idOf(entry)));
      if (approved.length > 0) {
        notify(
          <Approved
            text={done}
            takeBack={() => run(() => takeBack(approved), say.tookBack)}
          />,
          { autoHideDuration: OFFERED_MS },
        );
      }
      return moved;
    },
    note: <RefusalNote refusal={refusal} onClose={forget} />,
  };
}

/** Toast about what was approved, which offers to take that back. */
function Approved({ text, takeBack }: { text: string; takeBack: () => Promise<unknown> }) {
  const close = useCloseNotification();
  const { resetNotifications } = useNotificationContext();
  return (
    <Alert
      severity="success"
      variant="filled"
      action={
        <Button
          color="inherit"
          size="small"
          onClick={() => {
            close();
            // A toast that waits would stay under the pointer, before the one that this is done.
            resetNotifications();
            void takeBack();
          }}
        >
          {say.takeBack}
        </Button>
      }
    >
      {text}
    </Alert>
  );
}
