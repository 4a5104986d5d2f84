import type { Kind } from "./kind.ts";

/** Webhooks that come and go, beside the one that the firm keeps. */
export const WEBHOOKS: readonly Kind[] = [
  {
    name: "add a webhook",
    who: "service",
    weight: 1,
    call:
      "select add_webhook('https://books.example/{n}', '{invoice.sent, invoice.paid, contractor.hired}')",
  },
  {
    name: "make another secret of a webhook",
    who: "service",
    weight: 1,
    about: "select id from webhooks",
    call: "select rotate_webhook_secret('{id}')",
  },
  {
    name: "switch a webhook off, or on again",
    who: "admin",
    weight: 2,
    about: "select id from webhooks where description is null",
    call: "update webhooks set is_active = not is_active where id = '{id}' returning id",
  },
];
