import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import { useId } from "react";
import { money } from "../../ui/format.ts";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import type { Follow } from "./follows.ts";

const say = words.time.correction.follows;

/** Answer to a correction: what follows from it, where, when, and whose work it is. */
export function FollowsDialog(
  { title, follows, close }: { title: string; follows: readonly Follow[]; close: () => void },
) {
  const id = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={close} aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Rows
          label={say.title}
          rows={follows}
          rowKey={({ path }) => path}
          to={({ path }) => path}
          empty={say.nothing}
          columns={[
            { label: say.what, value: ({ text }) => text },
            {
              label: say.difference,
              value: ({ difference }) => difference === null ? say.open : money(difference),
              isNumber: true,
            },
            { label: say.when, value: ({ when }) => when },
            { label: say.role, value: ({ role }) => role },
          ]}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{say.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
