import { addWebhook, rotate } from "../../../support/outbox/webhooks.ts";
import type { Taker } from "./taker.ts";

/** The procedure that makes another secret, ready to be called. */
export const ROTATION: Taker = {
  names: ["rotate_webhook_secret"],
  prepare: async ({ sql }) => {
    const { id } = await addWebhook(sql);
    return (sql) => rotate(sql, id);
  },
};
