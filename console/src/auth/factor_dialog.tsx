import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from "@mui/material";
import { useEffect, useId, useState } from "react";
import type { Refusal } from "../api/refusal.ts";
import { refusalOf } from "../api/refusal.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { beginFactor, confirmFactor, isFactorOpen, type NewFactor, ownFactor } from "./factors.ts";
import { EntranceForm, Field } from "./form.tsx";
import { startAnew } from "./here.ts";
import { leave } from "./session.ts";
import { useEntrance } from "./use_entrance.ts";
import { entrance, secondFactor as say } from "./words.ts";

/**
 * Asks whoever has a factor for its code, and whoever the firm asks for one to set it up, once a page. The page is loaded
 * anew with what they may see then.
 */
export function AskForFactor({ isLacking }: { isLacking: boolean }) {
  const [isOpen, setOpen] = useState(isLacking);
  useEffect(() => {
    void isFactorOpen().then((is) => is && setOpen(true), () => {});
  }, []);
  return isOpen
    ? (
      <FactorDialog
        about={isLacking ? say.askedByFirm : say.yours}
        later={say.later}
        close={() => setOpen(false)}
        done={startAnew}
      />
    )
    : null;
}

/** Sets a factor up, or asks for the code of the one that there is. */
export function FactorDialog({ about, later, close, done }: {
  about: string;
  /** Name of the button that does without. */
  later: string;
  close: () => void;
  done: () => void;
}) {
  const id = useId();
  const { isBusy, refusal, run } = useEntrance();
  const [factor, setFactor] = useState<string | null>(null);
  const [made, setMade] = useState<NewFactor | null>(null);
  const [failed, setFailed] = useState<Refusal | null>(null);
  useEffect(() => {
    const find = async () => {
      const own = await ownFactor();
      if (own !== null) return setFactor(own);
      const begun = await beginFactor();
      setMade(begun);
      setFactor(begun.id);
    };
    find().catch((thrown) => setFailed(refusalOf(thrown)));
  }, []);
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id}>
      <EntranceForm
        send={({ code = "" }) =>
          run(async () => {
            await confirmFactor(factor ?? "", code);
            done();
          })}
      >
        <DialogTitle id={id}>{made === null ? say.title : say.setUpTitle}</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>{about}</Typography>
          {made !== null && <Scan factor={made} />}
          {factor !== null && (
            <Field name="code" label={say.code} autoComplete="one-time-code" autoFocus />
          )}
          {made === null && (
            <Typography variant="body2" color="text.secondary">{say.lost}</Typography>
          )}
          <RefusalNote refusal={failed ?? refusal} />
        </DialogContent>
        <DialogActions>
          <Button
            disabled={isBusy}
            onClick={() =>
              void run(async () => {
                await leave();
                startAnew();
              })}
          >
            {entrance.signOut}
          </Button>
          <Button disabled={isBusy} onClick={close}>{later}</Button>
          <Button type="submit" variant="contained" disabled={isBusy || factor === null}>
            {isBusy ? entrance.running : say.confirm}
          </Button>
        </DialogActions>
      </EntranceForm>
    </Dialog>
  );
}

function Scan({ factor: { picture, secret } }: { factor: NewFactor }) {
  return (
    <>
      <Typography variant="body2">{say.scan}</Typography>
      <Box
        component="img"
        src={picture}
        alt={say.picture}
        sx={{ display: "block", width: 200, height: 200, mx: "auto", my: 1, bgcolor: "#fff", p: 1 }}
      />
      <Typography variant="body2" sx={{ mb: 1 }}>
        {say.secret}{" "}
        <Box component="code" sx={{ overflowWrap: "anywhere", fontFamily: "monospace" }}>
          {secret}
        </Box>
      </Typography>
    </>
  );
}
