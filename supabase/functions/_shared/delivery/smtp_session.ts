import { connect, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MimeMessage } from "./mime.ts";
import type { SmtpFailure } from "./smtp_outcome.ts";
import type { SmtpServer } from "./smtp_url.ts";

/** Wait in milliseconds. */
export interface SmtpPatience {
  /** Until the connection is there, and again until we are signed in. */
  readonly connect: number;
  /** Until a mail was taken. */
  readonly send: number;
}

/** Result of handing a message over: null = it was taken. */
export interface Handed {
  readonly failure: SmtpFailure | null;
  /** True if the message itself had been begun. */
  readonly isUnderWay: boolean;
}

/** A connection to a mail server, signed in. */
export class SmtpSession {
  #isOpen = true;

  private constructor(private readonly connection: SMTPConnection) {
    connection.on("end", () => this.#isOpen = false);
  }

  /** True if another mail may be tried; the server may have hung up without our knowing. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Connects and signs in.
   *
   * @param caCerts whom to trust besides those that everybody trusts
   * @throws {SmtpFailure}
   */
  static async open(
    server: SmtpServer,
    patience: SmtpPatience,
    caCerts: readonly string[],
  ): Promise<SmtpSession> {
    const ca = caCerts.length > 0 ? { ca: [...caCerts] } : {};
    const connection = new SMTPConnection({
      // Ours, because nodemailer looks names up in ways that not every runtime allows.
      connection: await connected(server, patience.connect, ca),
      secured: server.tls === "at once",
      host: server.host,
      port: server.port,
      secure: server.tls === "at once",
      requireTLS: server.tls === "asked for",
      ignoreTLS: server.tls === "none",
      connectionTimeout: patience.connect,
      greetingTimeout: patience.connect,
      socketTimeout: patience.send,
      socketCloseTimeout: 0,
      logger: false,
      tls: ca,
    });
    const broken = Promise.withResolvers<never>();
    broken.promise.catch(() => {}); // what breaks once it is open, nobody waits for
    connection.on("error", broken.reject);
    const timer = setTimeout(() => broken.reject(timeout()), patience.connect);
    try {
      await Promise.race([signIn(connection, server), broken.promise]);
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return new SmtpSession(connection);
  }

  /** Hands a message over; never throws. */
  async hand(message: MimeMessage, patience: number): Promise<Handed> {
    let isUnderWay = false;
    // Read once the server has asked for the message, not before.
    const body = new Readable({
      read() {
        isUnderWay = true;
        this.push(message.bytes);
        this.push(null);
      },
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const failure = await new Promise<SmtpFailure | null>((resolve) => {
      timer = setTimeout(() => resolve(timeout()), patience);
      this.connection.send(
        { ...message.envelope, to: [...message.envelope.to] },
        body,
        (error) => resolve(error as SmtpFailure | null),
      );
    });
    clearTimeout(timer);
    return { failure, isUnderWay };
  }

  close(): void {
    this.#isOpen = false;
    this.connection.close();
  }

  /** Says goodbye; mail servers count those who leave without. */
  quit(): void {
    this.#isOpen = false;
    this.connection.quit();
  }
}

/** Greets the server, and says who we are if it wants to know. */
async function signIn(connection: SMTPConnection, { login }: SmtpServer): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    connection.connect((error) => error ? reject(error) : resolve())
  );
  if (login === null) return;
  const credentials = { user: login.user, pass: login.password };
  await new Promise<void>((resolve, reject) =>
    connection.login({ credentials }, (error) => error ? reject(error) : resolve())
  );
}

function timeout(): SmtpFailure {
  return Object.assign(new Error("Timeout"), { code: "ETIMEDOUT" });
}

/** A connection to the server, by TLS where that comes first. */
function connected(
  { host, port, tls }: SmtpServer,
  patience: number,
  ca: { readonly ca?: string[] },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? {} : { servername: host };
    const socket = tls === "at once"
      ? connectTls({ host, port, ...servername, ...ca })
      : connect({ host, port });
    const fail = (failure: SmtpFailure) => {
      clearTimeout(timer);
      socket.destroy();
      reject(failure);
    };
    const timer = setTimeout(() => fail(timeout()), patience);
    const failed = (error: Error) => fail(Object.assign(error, { code: "ECONNECTION" }));
    socket.once("error", failed);
    socket.once(tls === "at once" ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.removeListener("error", failed);
      resolve(socket);
    });
  });
}
