/** The calls of the soak: who makes each, about which rows, how often. */
import { BILLING } from "./billing_calls.ts";
import { CORRECTIONS } from "./correction_calls.ts";
import { CREDENTIALS } from "./credential_calls.ts";
import { INVITATIONS } from "./invitation_calls.ts";
import type { Kind } from "./kind.ts";
import { LEAVE } from "./leave_calls.ts";
import { OUTBOX } from "./outbox_calls.ts";
import { PAYROLL } from "./payroll_calls.ts";
import { PEOPLE } from "./people_calls.ts";
import { PROMISES } from "./promise_calls.ts";
import { READS } from "./read_calls.ts";
import { RECEIPTS } from "./receipt_calls.ts";
import { TIME } from "./time_calls.ts";
import { WEBHOOKS } from "./webhook_calls.ts";

/** All kinds of calls. */
export const KINDS: readonly Kind[] = [
  ...TIME,
  ...CORRECTIONS,
  ...PEOPLE,
  ...BILLING,
  ...RECEIPTS,
  ...PAYROLL,
  ...PROMISES,
  ...LEAVE,
  ...CREDENTIALS,
  ...INVITATIONS,
  ...WEBHOOKS,
  ...OUTBOX,
  ...READS,
];
