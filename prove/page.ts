import { formatted } from "../tools/format.ts";
import { table } from "../tools/markdown.ts";
import type { Part } from "./part.ts";
import type { PartRecord } from "./record.ts";

/** The page that says what a long run did. */
export const PAGE = new URL("../docs/reliability.md", import.meta.url);
const INTRO = new URL("page_intro.md", import.meta.url);

/** The page, of what each part did last; a part that never ran long says so. */
export async function reliabilityPage(
  all: readonly Part[],
  records: readonly PartRecord[],
): Promise<string> {
  const parts = all.map(({ name, about }) => {
    const record = records.find((record) => record.name === name);
    return [`## ${name[0]?.toUpperCase()}${name.slice(1)}`, `${about}`, ...section(record)];
  });
  const blocks = [await Deno.readTextFile(INTRO), ...parts.flat()].map((text) => text.trim());
  return await formatted(`${blocks.join("\n\n")}\n`, "md");
}

function section(record: PartRecord | undefined): string[] {
  if (record === undefined) return ["No long run of it has been kept."];
  const { day, command, machine, seconds, calls, did, tables, findings } = record;
  return [
    `\`${command}\` on ${day}: ${calls.toLocaleString("en")} in ${
      Math.round(seconds).toLocaleString("en")
    } s, on ${machine}.`,
    did.map((sentence) => `- ${sentence}`).join("\n"),
    ...tables.map(({ head, rows }) => table(head, rows)),
    findings.length === 0
      ? "It found nothing."
      : `It found:\n\n${findings.map((finding) => `- ${finding}`).join("\n")}`,
  ];
}
