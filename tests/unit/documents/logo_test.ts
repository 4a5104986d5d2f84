// A picture that cannot be drawn is left out, and never ends the process that prints.
import { assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import type { PayDocument } from "../../../supabase/functions/_shared/database.types.ts";
import { drawableLogo } from "../../../supabase/functions/_shared/documents/logo/logo.ts";
import {
  pixelsOnWhite,
  pngOf,
} from "../../../supabase/functions/_shared/documents/logo/png_on_white.ts";
import { printed } from "../../../supabase/functions/_shared/documents/sheets.ts";
import { LOGO } from "../../support/documents/documents.ts";
import { DEPTHS, JPEG, ODD, POISON } from "../../support/documents/odd_pictures.ts";
import { CHANNELS, pngOf as encoded, type Samples, uriOf } from "../../support/documents/pngs.ts";

/** A pay statement of nothing, with a logo. */
const paper = (logo: string): PayDocument => ({
  document: "pay",
  letterhead: {
    legal_name: null,
    address: null,
    phone: null,
    remit_to: null,
    tax_number: null,
    logo,
  },
  first_name: "Ada",
  last_name: "Nurse",
  period_start: "2026-03-02",
  period_end: "2026-03-08",
  pay_date: "2026-03-13",
  batch_status: "closed",
  employment_type: "w2",
  rows: [],
  leave: [],
  hours: [],
  payroll_number: null,
  year_to_date: {
    gross_wages: "0.00",
    reimbursements: "0.00",
    deductions: "0.00",
    recoveries: "0.00",
    gross_pay: "0.00",
  },
  ...Object.fromEntries(
    [
      ...["regular_hours", "overtime_hours", "doubletime_hours", "straight_pay", "premium_pay"],
      ...[
        "wage_stipends",
        "bonuses",
        "codes",
        "gross_wages",
        "reimbursements",
        "deductions",
        "recoveries",
        "gross_pay",
      ],
    ].map((name) => [name, "0.00"]),
  ),
} as unknown as PayDocument);

const bytesOf = (uri: string) =>
  Uint8Array.from(Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64"));

Deno.test("logo/is_drawn_when_it_is_whole", async () => {
  for (const logo of [LOGO, JPEG]) {
    const told: string[] = [];
    const { bytes } = await printed(paper(logo), (line) => told.push(line));
    assertEquals(told, []);
    assertMatch(Buffer.from(bytes).toString("latin1"), /\/Subtype \/Image/);
  }
});

Deno.test("logo/odd_in_any_way_is_told_by_an_error", async () => {
  for (const [what, logo] of Object.entries(ODD)) {
    const { message } = await assertRejects(() => drawableLogo(logo), Error, undefined, what);
    assertMatch(message, /^(it|its|a) /, what);
  }
});

Deno.test("logo/that_would_end_the_process_is_left_out_of_a_document_that_is_printed_all_the_same", async () => {
  for (
    const logo of [
      POISON,
      ODD["filter 9 of a palette with transparency"],
      ODD["two heads, of another size"],
    ]
  ) {
    const told: string[] = [];
    const { bytes } = await printed(paper(logo ?? ""), (line) => told.push(line));
    assertStrictEquals(Buffer.from(bytes.subarray(0, 5)).toString(), "%PDF-");
    assertMatch(told.join(), /^the logo is left out: /);
    // What ends the process does so a little later.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

const anyPicture = fc.constantFrom(...DEPTHS).chain(([type, depth]) =>
  fc.record({
    width: fc.integer({ min: 1, max: 11 }),
    height: fc.integer({ min: 1, max: 11 }),
    isInterlaced: fc.boolean(),
    filter: fc.integer({ min: 0, max: 4 }),
    palette: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 768, maxLength: 768 }),
    transparency: fc.option(
      type === 3
        ? fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 9 })
        : fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 6, maxLength: 6 }),
      { nil: undefined },
    ),
  }).chain(({ palette, transparency, ...rest }) => {
    const most = 2 ** depth - 1;
    const count = rest.width * rest.height * CHANNELS[type];
    return fc.array(fc.integer({ min: 0, max: most }), { minLength: count, maxLength: count }).map(
      (samples): Samples => ({
        ...rest,
        type,
        depth,
        samples,
        ...(type === 3 ? { palette: palette.slice(0, 3 * (most + 1)) } : {}),
        ...(transparency === undefined || type > 3
          ? {}
          : { transparency: type === 0 ? transparency.slice(0, 2) : transparency }),
      }),
    );
  })
);

/** The look of a picture on white, reckoned pixel by pixel. */
function expected({ width, height, type, depth, samples, palette, transparency }: Samples) {
  const most = 2 ** depth - 1;
  const rgb: number[] = [];
  for (let nth = 0; nth < width * height; nth++) {
    const pixel = samples.slice(nth * CHANNELS[type], (nth + 1) * CHANNELS[type]);
    const [first = 0, second = 0, third = 0, fourth = 0] = pixel;
    const key = [0, 2, 4].slice(0, pixel.length)
      .map((at) => (transparency?.[at] ?? 0) * 256 + (transparency?.[at + 1] ?? 0));
    const isGone = transparency !== undefined && key.join() === pixel.join();
    const [colors, alpha] = {
      0: [[first / most, first / most, first / most], isGone ? 0 : 1] as const,
      2: [[first / most, second / most, third / most], isGone ? 0 : 1] as const,
      3: [
        (palette ?? []).slice(3 * first, 3 * first + 3).map((color) => color / 255),
        (transparency?.[first] ?? 255) / 255,
      ] as const,
      4: [[first / most, first / most, first / most], second / most] as const,
      6: [[first / most, second / most, third / most], fourth / most] as const,
    }[type];
    rgb.push(...colors.map((color) => Math.round(255 * (1 - alpha + alpha * color))));
  }
  return { width, height, rgb };
}

Deno.test("logo/of_every_kind_of_png_is_drawn_as_it_looks_on_white", async () => {
  await fc.assert(
    fc.asyncProperty(anyPicture, async (picture) => {
      const { width, height, rgb } = await pixelsOnWhite(Uint8Array.from(encoded(picture)));
      assertEquals({ width, height, rgb: [...rgb] }, expected(picture));
    }),
    { numRuns: 150 },
  );
});

Deno.test("logo/written_anew_is_the_same_picture", async () => {
  await fc.assert(
    fc.asyncProperty(anyPicture, async (picture) => {
      const pixels = await pixelsOnWhite(Uint8Array.from(encoded(picture)));
      assertEquals(await pixelsOnWhite(await pngOf(pixels)), pixels);
    }),
    { numRuns: 50 },
  );
});

Deno.test("logo/changed_in_any_of_its_bytes_is_drawn_or_left_out", async () => {
  const odd = fc.record({
    at: fc.nat(),
    byte: fc.integer({ min: 0, max: 255 }),
    logo: fc.oneof(anyPicture.map((picture) => uriOf(encoded(picture))), fc.constant(JPEG)),
  });
  await fc.assert(
    fc.asyncProperty(odd, async ({ at, byte, logo }) => {
      const bytes = Buffer.from(bytesOf(logo));
      bytes[8 + at % (bytes.length - 8)] = byte;
      const uri = logo.slice(0, logo.indexOf(",") + 1) + bytes.toString("base64");
      const drawn = await drawableLogo(uri).catch((error) =>
        assertMatch(error.message, /^(it|its|a) /)
      );
      if (drawn && logo !== JPEG) await pixelsOnWhite(bytesOf(drawn));
    }),
    { numRuns: 200 },
  );
});
