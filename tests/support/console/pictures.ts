// One picture of each page, kept beside its test and compared as somebody does who looks from across the room: where
// there is something, and how much of it. All are written in one font: those that are installed differ.
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { REGULAR } from "../../../supabase/functions/_shared/documents/noto_sans.ts";
import type { Person } from "./person.ts";

const FOLDER = fileURLToPath(new URL("../../console/pictures/", import.meta.url));
/** So wide are the pictures that are kept. */
const WIDTH = 960;
/** Number of cells of a picture for the comparison, from left to right; a cell is a square. */
const CELLS = 40;
/** Time that a page is given to draw what it has. */
export const DRAWING_MS = 250;

/** Takes pictures, makes them small and compares them; a page of the same browser does the sums. */
export interface Darkroom {
  /** Makes a person's page the kept picture. */
  keep(person: Person, name: string): Promise<void>;
  /**
   * Distance of a person's page from its kept picture: 0 where both show the same, 1 where one shows something and the
   * other nothing.
   */
  differs(person: Person, name: string): Promise<number>;
  close(): Promise<void>;
}

/** Has a window write everything in Noto Sans from now on, whatever fonts are installed. */
export async function writeInOneFont({ page }: Person): Promise<void> {
  await page.evaluate(`(async (font) => {
    const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
    document.fonts.add(await new FontFace("One font", bytes).load());
  })(${JSON.stringify(REGULAR)})`);
  await page.addStyleTag({ content: '* { font-family: "One font" !important }' });
}

/**
 * Above this a page is not the one in the picture, by its width. With other fonts a desk's comes to 0.1, without its
 * table to 0.25 and more; on a phone words move to other lines, and they come to 0.39 and 0.44.
 */
export const mostDifference = (width: number): number => width < 600 ? 0.42 : 0.2;

/** The names of the pictures that are kept. */
export async function keptPictures(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(FOLDER)) names.push(name.replace(/\.webp$/, ""));
  return names.sort();
}

/** Somebody's pages by the names of their pictures. */
export function pictured(who: string, pages: readonly string[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const path of pages) {
    const one = /[0-9a-f-]{36}|[\d-]{10}\/INV-[\d-]+/g;
    const name = `${who}${path.replace(one, "one").replaceAll("/", "_")}`;
    named.set(named.has(name) ? `${name}_2` : name, path);
  }
  return named;
}

/** Opens a page of the browser for it. */
export async function openDarkroom(browser: Browser): Promise<Darkroom> {
  const context = await browser.newContext();
  const room = await context.newPage();
  await room.evaluate(await Deno.readTextFile(new URL("darkroom.js", import.meta.url)));
  const take = async ({ page }: Person) => {
    const png = await page.screenshot({ animations: "disabled", caret: "hide" });
    return await ask<string>(room, "develop", png.toBase64(), WIDTH);
  };
  const fileOf = (name: string) => `${FOLDER}${name}.webp`;
  return {
    async keep(person, name) {
      await Deno.mkdir(FOLDER, { recursive: true });
      // What a busy machine has not drawn yet belongs to it.
      let shot = await take(person);
      for (let before = ""; shot !== before;) {
        before = shot;
        await new Promise((resolve) => setTimeout(resolve, DRAWING_MS));
        shot = await take(person);
      }
      await Deno.writeFile(fileOf(name), Uint8Array.fromBase64(shot));
    },
    async differs(person, name) {
      const kept = (await Deno.readFile(fileOf(name))).toBase64();
      const content = await contentOf(person.page);
      return await ask<number>(room, "difference", await take(person), kept, content, CELLS);
    },
    close: () => context.close(),
  };
}

/** Area that is neither bar nor menu, as shares of the page. */
async function contentOf(page: Page): Promise<{ left: number; top: number }> {
  const box = await page.locator("#main-content").boundingBox();
  const { width = 1, height = 1 } = page.viewportSize() ?? {};
  return { left: (box?.x ?? 0) / width, top: Math.max(0, box?.y ?? 0) / height };
}

/** Question to darkroom.js, and its answer. */
async function ask<Answer>(room: Page, name: string, ...args: readonly unknown[]): Promise<Answer> {
  return await room.evaluate(`globalThis.${name}(...${JSON.stringify(args)})`) as Answer;
}
