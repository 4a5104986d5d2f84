/** Phrases that several texts share. */
import type { Part } from "./layout.ts";
import { paragraph } from "./layout.ts";

/** `1 day`, `3 days`, `1,200 days`. */
export const counted = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

/** The line that a mail to a person begins with. */
export const greeting = (name: string | null): Part =>
  paragraph(name === null ? "Hello," : `Dear ${name},`);

/** Address of the console, if it is known. */
export const consoleLink = (url: string | null): Part[] =>
  url === null ? [] : [{ part: "link", text: url }];

/** Payment instructions, if they are known. */
export const remitTo = (text: string | null): Part[] =>
  text === null ? [] : [{ part: "lines", name: "Remit to", text }];
