import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNotify, useStore } from "react-admin";
import { call } from "../../api/call.ts";
import { refusalOf } from "../../api/refusal.ts";
import { words } from "../../words.ts";
import type { DaysToSave } from "./week_days.ts";

const say = words.own.time;

/** A week that somebody saved while the server could not be reached, or whose saving was refused afterwards. */
export interface UnsentWeek {
  readonly assignmentId: string;
  readonly start: string;
  readonly place: string;
  readonly days: DaysToSave;
  /** Reason why the server did not take it, once it was asked. */
  readonly refusal: { readonly message: string; readonly hint: string | null } | null;
}

type Unsent = Readonly<Record<string, UnsentWeek>>;
/** So that the same empty object is there at every drawing. */
const NONE: Unsent = {};

/** Key of what is kept of a week in this browser. */
export function weekKey(assignmentId: string, start: string): string {
  return `${assignmentId}.${start}`;
}

/** Weeks that wait for the network in this browser. */
export function useUnsent(): {
  readonly unsent: Unsent;
  keep(week: UnsentWeek): void;
  forget(key: string): void;
} {
  const [unsent, set] = useStore<Unsent>("weeks.unsent", NONE);
  return {
    unsent,
    keep: (week) =>
      set((before: Unsent) => ({ ...before, [weekKey(week.assignmentId, week.start)]: week })),
    forget: (key) =>
      set((before: Unsent) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => name !== key))
      ),
  };
}

/**
 * Saves the weeks that wait, when the page opens and when the network is back. What is refused then is not tried again
 * by itself; what was submitted never was kept.
 */
export function useSendUnsent(): void {
  const { unsent, keep, forget } = useUnsent();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const isRunning = useRef(false);
  const send = useRef(() => Promise.resolve());
  send.current = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      for (const [key, week] of Object.entries(unsent)) {
        if (week.refusal !== null) continue;
        try {
          await call("save_week", {
            assignment_id: week.assignmentId,
            week_start: week.start,
            days: week.days,
            submit: false,
          });
          forget(key);
          notify(say.sentNow, { type: "success" });
        } catch (thrown) {
          const { status, message, hint } = refusalOf(thrown);
          if (status === 0 || status === 401) return;
          keep({ ...week, refusal: { message, hint } });
        }
      }
    } finally {
      isRunning.current = false;
      await queryClient.invalidateQueries();
    }
  };
  useEffect(() => {
    const again = () => void send.current();
    again();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
}
