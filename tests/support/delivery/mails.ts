import type { Mail } from "../../../supabase/functions/_shared/delivery/message.ts";

/** A mail, with what a test wants otherwise. */
export function mailWith(changes: Partial<Mail> = {}): Mail {
  return {
    from: "Mesa Staffing <billing@mesa.example>",
    to: "ap@lakeside.example",
    replyTo: "questions@mesa.example",
    subject: "Invoice INV-000042: $1,250.00, due on December 23, 2026",
    text: "Dear Lakeside,\n\nyou owe $1,250.00.\n",
    html: "<p>Dear Lakeside,</p><p>you owe <b>$1,250.00</b>.</p>",
    attachment: null,
    ...changes,
  };
}

/** A file that no encoding may change. */
export const ALL_BYTES: Uint8Array<ArrayBuffer> = Uint8Array.from({ length: 1024 }, (_, at) => at);
