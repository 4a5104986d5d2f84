// A mail server as a process of its own: what a test asks of it comes in by stdin, a mode a line; what
// it took goes into a file, a JSON line each, before it answers.
import { Buffer } from "node:buffer";
import { SMTPServer } from "smtp-server";
import { lines } from "../../../stack/processes.ts";
import { CERT, KEY } from "./certificate.ts";
import type { SmtpMode, SmtpServerSetup, TakenMail } from "./smtp_server.ts";

const setup: SmtpServerSetup & { readonly file: string } = JSON.parse(Deno.args[0] ?? "{}");
/** Largest size of a mail. */
const LARGEST = 1_000_000;
let mode: SmtpMode = "accept";
/** The connections that it took a mail by. */
const kept = new Set<string>();

/** An answer as SMTP has it; the number says whether it is for good. */
const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

const server = new SMTPServer({
  secure: setup.tls === "at once",
  key: KEY,
  cert: CERT,
  disabledCommands: [
    ...(setup.tls === "asked for" ? [] : ["STARTTLS"]),
    ...(setup.login ? [] : ["AUTH"]),
  ],
  size: LARGEST,
  authOptional: !setup.login,
  allowInsecureAuth: true,
  logger: false,
  onConnect(_session, answer) {
    answer(mode === "closed" ? refusal(421, "Come again later") : null);
  },
  onAuth({ username, password }, _session, answer) {
    const isRight = username === setup.login?.user && password === setup.login?.password;
    if (isRight) answer(null, { user: username });
    else answer(refusal(535, `Not with that: ${password}`));
  },
  onMailFrom({ address }, _session, answer) {
    answer(address.startsWith("nobody@") ? refusal(550, "Not a sender of ours") : null);
  },
  onRcptTo({ address }, session, answer) {
    const isCut = mode === "cut before data" || (mode === "cut kept" && kept.has(session.id));
    if (isCut) return cut(session.id);
    if (address.startsWith("nobody@")) return answer(refusal(550, "No such mailbox"));
    if (address.startsWith("busy@") || mode === "busy") {
      return answer(refusal(451, "Come again later"));
    }
    answer();
  },
  onData(stream, session, answer) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      if (mode === "refuse data") return answer(refusal(554, "Not such a message"));
      if (mode === "busy after data") return answer(refusal(452, "No room now"));
      const { mailFrom, rcptTo } = session.envelope;
      const raw = Buffer.concat(chunks).toString("latin1");
      const mail: TakenMail = {
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        messageId: /^message-id: *(\S+)/im.exec(raw)?.[1] ?? "",
        user: session.user ?? null,
        isEncrypted: session.secure,
        session: session.id,
        raw,
      };
      Deno.writeTextFileSync(setup.file, `${JSON.stringify(mail)}\n`, { append: true });
      kept.add(session.id);
      if (mode === "cut after data") return cut(session.id);
      if (mode !== "silent") answer(null, "Taken as 4711");
    });
  },
});
server.on("error", () => {}); // a client that goes away

function cut(session: string): void {
  for (const connection of server.connections) {
    if (connection.session.id === session) connection._socket.destroy();
  }
}

const listening = server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify(listening.address()));
});
for await (const line of lines(Deno.stdin.readable)) {
  mode = line as SmtpMode;
  console.log(mode);
}
Deno.exit(0);
