import { type Browser, chromium } from "playwright-core";

/** The shell is Chromium without its own windows and tabs, which take a third of the time of these tests. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const isFile = (path: string) => Deno.stat(path).then((file) => file.isFile, () => false);
const installed = await Promise.all(BROWSERS.map(isFile));
const CHROMIUM = BROWSERS[installed.indexOf(true)];
/** True if tests that need a browser can run at all. */
export const hasChromium: boolean = CHROMIUM !== undefined;

/** Starts the real Chromium that is installed. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: CHROMIUM ?? "",
    args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
}

/** The name of a test that needs a browser, which says so where there is none. */
export function browserTestName(name: string): string {
  return hasChromium ? name : `${name}: chromium is not installed; .ci/run installs it`;
}
