import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  ListItemIcon,
  ListItemText,
  MenuItem,
  Typography,
} from "@mui/material";
import CodeIcon from "@mui/icons-material/ConfirmationNumber";
import DevicesIcon from "@mui/icons-material/Devices";
import ApprovalsIcon from "@mui/icons-material/HowToReg";
import PasswordIcon from "@mui/icons-material/Password";
import { type ReactNode, useState } from "react";
import { Logout, usePermissions, UserMenu, useUserMenu } from "react-admin";
import { useNavigate } from "react-router-dom";
import { VERSION } from "../../../supabase/functions/_shared/version.ts";
import { call } from "../api/call.ts";
import { startAnew } from "../auth/here.ts";
import { leave } from "../auth/session.ts";
import { isStaff, type Me } from "../me.ts";
import { useAct } from "../ui/act.tsx";
import { useAskBeforeClose } from "../ui/ask_before_close.tsx";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";
import { CodeForm } from "./code_form.tsx";

const say = words.nothingHere;

/** Menu of the person: what waits for a second one, for staff; a second invitation, their password, and the way out. */
export function PersonMenu() {
  const { permissions: me } = usePermissions<Me>();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <UserMenu label={me?.name || words.common.you}>
        <Item icon={<CodeIcon fontSize="small" />} act={() => setOpen(true)}>{say.another}</Item>
        <Item
          icon={<PasswordIcon fontSize="small" />}
          act={() => void navigate("/set-password")}
        >
          {words.setPassword.menu}
        </Item>
        {isStaff(me) && (
          <Item
            icon={<ApprovalsIcon fontSize="small" />}
            act={() => void navigate("/board/approvals")}
          >
            {words.approvals.title}
          </Item>
        )}
        <Item icon={<DevicesIcon fontSize="small" />} act={() => setLeaving(true)}>
          {words.invitations.signOut}
        </Item>
        <Logout />
        <MenuItem disabled dense>{words.common.version(VERSION)}</MenuItem>
      </UserMenu>
      {isOpen && <CodeDialog close={close} />}
      {isLeaving && <LeaveDialog close={() => setLeaving(false)} />}
    </>
  );
}

/** Signs whoever asks out on all devices, this one too. */
function LeaveDialog({ close }: { close: () => void }) {
  const { isBusy, refusal, run } = useAct();
  const title = words.invitations.signOutOwn;
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={close} aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <Typography>{words.invitations.signOutAbout}</Typography>
        <RefusalNote refusal={refusal} />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{words.common.cancel}</Button>
        <Button
          variant="contained"
          disabled={isBusy}
          onClick={() =>
            void run(async () => {
              await call("sign_out_everywhere", {});
              await leave();
              startAnew();
            })}
        >
          {words.invitations.signOut}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function CodeDialog({ close }: { close: () => void }) {
  const { onInput, leave, question } = useAskBeforeClose(close);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={leave}
      onInput={onInput}
      aria-label={say.anotherTitle}
    >
      <DialogTitle>{say.anotherTitle}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{say.anotherText}</Typography>
        <CodeForm done={say.anotherAccepted} accepted={close}>
          <Button onClick={leave}>{words.common.cancel}</Button>
        </CodeForm>
      </DialogContent>
      {question}
    </Dialog>
  );
}

function Item({ icon, act, children }: { icon: ReactNode; act: () => void; children: ReactNode }) {
  const menu = useUserMenu();
  return (
    <MenuItem
      onClick={() => {
        menu?.onClose();
        act();
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{children}</ListItemText>
    </MenuItem>
  );
}
