import { Buffer } from "node:buffer";
import { SMTPServer } from "smtp-server";
import type { AuthMail } from "./auth_mails.ts";

/** Takes mails on this machine, from whoever speaks SMTP to it, and hands them on in place of sending them. */
export async function startMailPrinter(
  take: (mail: AuthMail) => void,
): Promise<AsyncDisposable & { readonly port: number }> {
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    authOptional: true,
    logger: false,
    onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = decodedMail(Buffer.concat(chunks));
        take({
          to: envelope.rcptTo.map(({ address }) => address).join(", "),
          subject: /^subject: *(.*?)\r?$/im.exec(text)?.[1] ?? "",
          html: text,
        });
        answer();
      });
    },
  });
  server.on("error", () => {}); // a client that goes away
  const listening = Promise.withResolvers<number>();
  const inner = server.listen(0, "127.0.0.1", () => {
    const address = inner.address();
    listening.resolve(typeof address === "object" && address !== null ? address.port : 0);
  });
  return {
    port: await listening.promise,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A mail whose parts are quoted-printable, as Auth writes them, as its text. */
export function decodedMail(raw: Buffer): string {
  const bytes = raw.toString("latin1").replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
