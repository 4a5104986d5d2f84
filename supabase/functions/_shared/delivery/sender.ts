/** Sender of a mail, taken apart. */
export interface Sender {
  /** Empty = the address alone. */
  readonly name: string;
  readonly address: string;
}

/**
 * Takes `Mesa Staffing, Inc. <billing@mesa.example>` apart, its name in quotes or not: whatever that
 * holds, it is one sender.
 */
export function senderOf(from: string): Sender {
  const [, name, address] = /^(.*?)\s*<([^<>]*)>\s*$/s.exec(from) ?? [];
  const unquoted = /^\s*"(.*)"$/s.exec(name ?? "")?.[1]?.replace(/\\(.)/gs, "$1");
  return { name: oneLine(unquoted ?? name ?? ""), address: oneLine(address ?? from) };
}

/** The sender as RFC 5322 has it, the name in quotes. */
export function formatSender({ name, address }: Sender): string {
  return name === "" ? address : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
}

/** Without what could begin another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").trim();
}
