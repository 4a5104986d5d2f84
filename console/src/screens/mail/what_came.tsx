import { Typography } from "@mui/material";
import type { Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { instant } from "../../ui/format.ts";
import type { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { isEvent } from "./outbox_path.ts";

const say = words.mail.outbox;
/** A message, as far as it tells what came of it. */
export type Came = Pick<
  Row<"outbox">,
  | "kind"
  | "sent_at"
  | "error"
  | "maybe_sent"
  | "maybe_twice"
  | "next_try_at"
  | "tries"
  | "status"
  | "decided_by_name"
>;

/** True for whoever decides about a kind of message: admins about calls of webhooks, billing and recruiting about mail. */
export function mayDecide(me: ReturnType<typeof useMe>, kind: string): boolean {
  return isEvent(kind) ? isOneOf(me) : isOneOf(me, "billing", "recruiting");
}

/** Sentences of what came of a message; of a mail, whether it came back. */
export function WhatCame({ of: one, timezone }: { of: Came; timezone: string | null }) {
  const said = [
    one.sent_at !== null && sentText(one, instant(one.sent_at, timezone)),
    one.error,
    one.maybe_sent && say.maybeSent,
    one.maybe_twice && (one.sent_at === null ? say.twice : say.maybeTwice),
    one.next_try_at !== null && one.tries > 0 &&
    say.nextTry(one.tries, instant(one.next_try_at, timezone)),
    one.status === "waiting" && one.next_try_at === null && say.behind,
    one.decided_by_name !== null && say.decidedBy(one.decided_by_name),
  ].filter((line) => typeof line === "string");
  return said.map((line) => <Typography key={line} variant="body2">{line}</Typography>);
}

function sentText({ kind, status }: Came, at: string): string {
  if (isEvent(kind)) return say.sentAt(at);
  return status === "failed"
    ? say.cameBack(at)
    : status === "sent"
    ? say.wentOut(at)
    : say.sentAt(at);
}
