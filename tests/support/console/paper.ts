/** Documents on paper, as somebody opens them in the browser. */
import { assertEquals } from "@std/assert";
import { HAS_POPPLER, textOf } from "../documents/paper.ts";
import { press } from "./acts.ts";
import type { Person } from "./person.ts";

/** Text of the PDF that a button opens in a tab of its own; empty if nothing here reads PDFs. */
export async function opened({ page }: Person, name: string): Promise<string> {
  await page.evaluate(`
    globalThis.makeAddress ??= URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      globalThis.opened = blob;
      return globalThis.makeAddress(blob);
    };`);
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.waitForResponse((answer) => answer.url().includes("/functions/v1/documents/")),
    press(page, name),
  ]);
  const told: { type: string; bytes: number[] } = await page.evaluate(`(async () => {
    while (globalThis.opened === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    const { opened } = globalThis;
    globalThis.opened = undefined;
    return { type: opened.type, bytes: [...new Uint8Array(await opened.arrayBuffer())] };
  })()`);
  await tab.close().catch(() => {}); // a browser without a viewer saves the file, and closes it itself
  assertEquals(told.type, "application/pdf");
  return HAS_POPPLER ? await textOf(Uint8Array.from(told.bytes)) : "";
}
