import { Alert, AlertTitle, Box, Button } from "@mui/material";
import { createContext, lazy, Suspense, useContext } from "react";
import type { Refusal } from "../api/refusal.ts";
import { type Offer, offersOf } from "../api/remedies.ts";

/** Comes when it is needed: the pages before the console show refusals, too. */
const AskApproval = lazy(() => import("./ask_approval.tsx"));

/** True of the paths that are for whoever is signed in. */
export const MayOpen = createContext<(path: string) => boolean>(() => true);

/** A refusal where the person acted: what is wrong, what to do, and buttons that do it. */
export function RefusalNote({ refusal, onClose, canAllow = () => false, onTake }: {
  refusal: Refusal | null;
  onClose?: (() => void) | undefined;
  /** True if a choice of this name is in the form that was refused. */
  canAllow?: (field: string) => boolean;
  /** Tries again, with the choice of this name made where there is one. */
  onTake?: (field: string | null) => void;
}) {
  const mayOpen = useContext(MayOpen);
  if (refusal === null) return null;
  const offers = offersOf(
    refusal,
    (field) => onTake !== undefined && canAllow(field),
    onTake !== undefined,
    mayOpen,
  );
  return (
    <Alert severity="error" sx={{ my: 1 }} {...(onClose ? { onClose } : {})}>
      <AlertTitle sx={{ mb: 0 }}>{refusal.message}</AlertTitle>
      {refusal.hint}
      {refusal.asked !== null && (
        <Suspense fallback={null}>
          <AskApproval asked={refusal.asked} />
        </Suspense>
      )}
      {offers.length > 0 && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
          {offers.map((offer) => <Remedy key={offer.words} offer={offer} onTake={onTake} />)}
        </Box>
      )}
    </Alert>
  );
}

function Remedy({ offer: { words, opens, allows = null }, onTake }: {
  offer: Offer;
  onTake: ((field: string | null) => void) | undefined;
}) {
  const looks = { size: "small", variant: "outlined", color: "inherit" } as const;
  return opens === undefined
    ? <Button {...looks} onClick={() => onTake?.(allows)}>{words}</Button>
    : <Button {...looks} href={`#${opens}`}>{words}</Button>;
}
