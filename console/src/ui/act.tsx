import { useQueryClient } from "@tanstack/react-query";
import { Box, Button, type ButtonProps, CircularProgress } from "@mui/material";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLogoutIfAccessDenied, useNotificationContext, useNotify } from "react-admin";
import { type Refusal, refusalOf } from "../api/refusal.ts";
import { useCloseMore } from "./more.tsx";
import { RefusalNote } from "./refusal_note.tsx";

/** Something that is done once at a time, and what came of it. */
export interface Act {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  /** Does it, unless it is being done. Afterwards everything on the screen is asked for again. */
  run<Result>(
    work: () => Promise<Result>,
    done?: string,
  ): Promise<Result | undefined>;
  forget(): void;
}

/** A write: nothing shows it before the server has said yes; a refusal stays beside it until it is tried again. */
export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const running = useRef(false);
  const queryClient = useQueryClient();
  const signOutIfUnknown = useLogoutIfAccessDenied();
  const notify = useNotify();
  // What somebody else changed may take the button or the dialog away, and the refusal with it, before it is read.
  const unread = useRef<Refusal | null>(null);
  const isGone = useRef(false);
  const { resetNotifications } = useNotificationContext();
  const tell = useCallback(
    ({ message, hint }: Refusal) => {
      // Before what else waits to be said of things that were done.
      resetNotifications();
      notify([message, hint].filter(Boolean).join(" "), {
        type: "error",
        autoHideDuration: 15_000,
      });
    },
    [notify, resetNotifications],
  );
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (unread.current !== null) tell(unread.current);
    };
  }, [tell]);
  const release = () => {
    running.current = false;
    setBusy(false);
  };
  return {
    isBusy,
    refusal,
    async run(work, done) {
      if (running.current) return undefined;
      running.current = true;
      setBusy(true);
      setRefusal(null);
      try {
        const result = await work();
        if (done) {
          resetNotifications(); // of the step before
          notify(done, { type: "success" });
        }
        await queryClient.invalidateQueries();
        release();
        return result;
      } catch (thrown) {
        const refused = refusalOf(thrown);
        release(); // at once: what the refusal offers is pressed while the screen is still asked for again
        setRefusal(refused);
        if (!await signOutIfUnknown(refused)) {
          if (isGone.current) tell(refused);
          else {
            unread.current = refused;
            onNextInput(() => unread.current = null);
          }
          await queryClient.invalidateQueries();
        }
        return undefined;
      }
    },
    forget: () => setRefusal(null),
  };
}

/** Calls back at the next click or key: by then the person has seen what the screen said. */
function onNextInput(then: () => void): void {
  for (const kind of ["pointerdown", "keydown"]) {
    addEventListener(kind, then, { once: true, capture: true });
  }
}

/** A button that does something at once. */
export function ActButton(
  { label, done, act, startIcon, ...rest }:
    & { label: string; done?: string; act: () => Promise<unknown> }
    & Omit<ButtonProps, "onClick" | "children">,
) {
  const { isBusy, refusal, run, forget } = useAct();
  const closeMore = useCloseMore();
  const take = () =>
    void run(async () => {
      await act();
      closeMore();
    }, done);
  return (
    <Box sx={{ display: "inline-block" }}>
      <Button
        variant="outlined"
        size="small"
        {...rest}
        disabled={isBusy || rest.disabled === true}
        startIcon={isBusy ? <CircularProgress size={16} aria-label="Running" /> : startIcon}
        onClick={(event) => {
          event.stopPropagation();
          take();
        }}
      >
        {label}
      </Button>
      <RefusalNote refusal={refusal} onClose={forget} onTake={take} />
    </Box>
  );
}

/** Buttons side by side, with room for a refusal below each. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1,
        my: 1,
        alignItems: "flex-start",
      }}
    >
      {children}
    </Box>
  );
}
