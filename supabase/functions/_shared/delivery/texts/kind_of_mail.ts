/** The parts that the files of this folder share, each of which has one kind of mail: its data, its text, an example. */
import type { MailText } from "./layout.ts";

/** A kind of mail. */
export interface KindOfMail<Data extends Sent> {
  /** Its text. Pure: the same data gives the same mail, byte by byte. */
  readonly text: (data: Data) => MailText;
  /** Its data, as it may well be: the console shows what it comes to. */
  readonly example: Data;
}

/** Data of every mail. Money and hours are text with two decimals, days `YYYY-MM-DD`. */
export interface Sent {
  /** The address that it goes to. */
  readonly to: string;
  /** The name of the firm; null where the settings have none. */
  readonly firm: string | null;
}

/** Data of a mail to somebody who uses the console. */
export interface SentToPerson extends Sent {
  /** Their name, if it is known. */
  readonly name: string | null;
  /** Address at which they open the console; null where the settings do not say. */
  readonly console_url: string | null;
}

/** The firm of the examples. */
export const FIRM = { firm: "Mesa Staffing LLC" };

/** The firm of the examples, and where its people open the console. */
export const PERSON = { ...FIRM, console_url: "https://office.mesa.example/" };

/** Payment instructions of the firm of the examples. */
export const REMIT_TO =
  "Mesa Staffing LLC\nFirst Bank of Denver\nAccount 0042 1187, routing 102000021";
