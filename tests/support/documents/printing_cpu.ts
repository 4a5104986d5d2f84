/**
 * Prints a long invoice of ordinary texts, and one of each text without end. Writes the CPU that each took as JSON, in
 * milliseconds, the ordinary texts' first. A process of its own, as that of the tests counts what other tests do beside.
 */
import { cpuUsage } from "node:process";
import { printed } from "../../../supabase/functions/_shared/documents/sheets.ts";
import { invoiceOf, LONG_TEXTS } from "./long_texts.ts";

const LINES = 300;
const TIMES = 2;

/** CPU of this process that printing takes, in milliseconds: the least of two, as the first has the code compiled, too. */
async function cpuOf(text: string, lines: number): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const before = cpuUsage();
    await printed(invoiceOf(text, lines), () => {});
    const { user, system } = cpuUsage(before);
    taken.push((user + system) / 1000);
  }
  return Math.min(...taken);
}

const ordinary = "Mileage of the second week of March, as agreed";
await cpuOf(ordinary, 1); // fonts are read once
const found: Record<string, number> = { ordinary: await cpuOf(ordinary, LINES) };
for (const [what, text] of Object.entries(LONG_TEXTS)) found[what] = await cpuOf(text, LINES);
console.log(JSON.stringify(found));
