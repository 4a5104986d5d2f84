// A picture that cannot be drawn is left out, and never ends the process that prints.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { drawableLogo } from "../../../supabase/functions/_shared/documents/logo.ts";
import { LOGO } from "../../support/documents/documents.ts";

const bytesOf = (uri: string) => Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64");
const png = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;

Deno.test("logo/is_drawn_when_it_is_whole", async () => {
  assertStrictEquals(await drawableLogo(LOGO), LOGO);
  assertEquals(await drawableLogo(null), null);
});

Deno.test("logo/is_left_out_when_it_is_cut_damaged_or_huge", async () => {
  const whole = bytesOf(LOGO);
  for (const length of [8, 30, 40, 60]) {
    assertEquals(await drawableLogo(png(whole.subarray(0, length))), null, String(length));
  }
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, 43, 50);
  assertEquals(await drawableLogo(png(damaged)), null);
  const huge = Buffer.from(whole);
  huge.writeUInt32BE(20_000, 16);
  assertEquals(await drawableLogo(png(huge)), null);
  const jpeg = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff]).toString("base64")}`;
  assertEquals(await drawableLogo(jpeg), null);
});
