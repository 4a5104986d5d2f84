// Documents over HTTP: a PDF for whoever may read it, and a refusal in JSON for everybody else.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { pastTriggers } from "../../fixtures/past_triggers.ts";
import { documentsHandler } from "../../supabase/functions/_shared/documents/handler.ts";
import { claimsOf, signingKey, token } from "../support/access/tokens.ts";
import { accessToken } from "../support/access/users.ts";
import { withProjectFirm } from "../support/access/project.ts";
import { HAS_POPPLER, linesOnPaper } from "../support/documents/paper.ts";
import { withFunction } from "../support/http/function.ts";
import { project } from "../support/http/project.ts";

const NOBODYS = "00000000-0000-4000-8000-000000000000";

/** Asks for a document with the publishable key and, where there is one, a token. */
async function ask(path: string, token: string | null, init: RequestInit = {}) {
  const { baseUrl, publishableKey } = project();
  const authorization = token === null ? {} : { Authorization: `Bearer ${token}` };
  return await fetch(`${baseUrl}/functions/v1/documents/${path}`, {
    ...init,
    headers: { apikey: publishableKey, ...authorization, ...init.headers },
  });
}

async function assertRefuses(answer: Response, status: number, error: string, what = "") {
  const body = await answer.json();
  assertEquals([answer.status, body.error], [status, error], `${what} ${JSON.stringify(body)}`);
  return body;
}

async function assertPdf(answer: Response, what = ""): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  assertEquals(answer.status, 200, `${what}: ${text.slice(0, 300)}`);
  assertEquals(answer.headers.get("Content-Type"), "application/pdf");
  assert(text.startsWith("%PDF-"), what);
  return bytes;
}

Deno.test("documents/come_as_pdf_to_whoever_may_read_them_and_as_404_to_others", () =>
  withProjectFirm(async ({ sql, firm }) => {
    const items = await sql<
      { id: string; is_closed: boolean; batch: string; person: string }[]
    >`
      select item.id, batch.status = 'closed' as is_closed, batch.id as batch, item.contractor_id as person
        from public.payroll_items as item
        join public.payroll_batches as batch on batch.id = item.payroll_batch_id
        join public.contractors as contractor on contractor.id = item.contractor_id
       where contractor.user_id = ${firm.users.ada}`;
    assert(items.some(({ is_closed }) => is_closed));
    // The pay date of the firm's period is in no year of the calendar.
    await pastTriggers(sql, (sql) =>
      sql`
        update public.payroll_batches
           set kind = 'off_cycle', pay_date = '2026-03-13', reason = 'Late', contractor_ids = '{}'
         where id = ${items.find(({ is_closed }) => is_closed)?.batch ?? null}`);
    const token = {
      viewer: await accessToken(firm.users.viewer),
      payroll: await accessToken(firm.users.payroll),
      north: await accessToken(firm.users.north),
      south: await accessToken(firm.users.south),
      ada: await accessToken(firm.users.ada),
    };
    type Reading = readonly [path: string, allowed: readonly (keyof typeof token)[], slug: string];
    const sent = firm.id("invoices", "north sent");
    const readers: readonly Reading[] = [
      [`invoice/${sent}`, ["viewer", "payroll", "north"], "invoice_not_found"],
      [`timesheet/${sent}`, ["viewer", "payroll", "north"], "invoice_not_found"],
      [`invoice/${firm.id("invoices", "north draft")}`, ["viewer", "payroll"], "invoice_not_found"],
      [
        `credit-note/${firm.id("credit_notes", "north")}`,
        ["viewer", "payroll", "north"],
        "credit_note_not_found",
      ],
      [
        `statement/${firm.people.north}?from=2026-02-10&to=2026-02-28`,
        ["viewer", "payroll", "north"],
        "facility_not_found",
      ],
      ...items.map(({ id, is_closed }): Reading => [
        `pay/${id}`,
        is_closed ? ["payroll", "ada"] : ["payroll"],
        "payroll_item_not_found",
      ]),
      ...items.filter(({ is_closed }) => is_closed).map(({ person }): Reading => [
        `pay-year/${person}?year=2026`,
        ["payroll", "ada"],
        "contractor_not_found",
      ]),
    ];
    for (const [path, allowed, slug] of readers) {
      for (const caller of Object.keys(token) as (keyof typeof token)[]) {
        const answer = await ask(path, token[caller]);
        if (allowed.includes(caller)) await assertPdf(answer, `${caller} ${path}`);
        else await assertRefuses(answer, 404, slug, `${caller} ${path}`);
      }
    }
    // A batch's are payroll's.
    for (const { batch } of items) {
      await assertPdf(await ask(`pay-batch/${batch}?part=1`, token.payroll), "pay-batch");
      for (const caller of ["viewer", "ada", "north"] as const) {
        await assertRefuses(await ask(`pay-batch/${batch}`, token[caller]), 403, "role_required");
      }
    }
    const answer = await ask(`invoice/${sent}`, token.north);
    assertEquals(answer.headers.get("Cache-Control"), "no-store");
    const [{ number, total }] = await sql<[{ number: string; total: string }]>`
      select number, total from public.invoices where id = ${sent}`;
    assertEquals(
      answer.headers.get("Content-Disposition"),
      `inline; filename="Invoice_${number}.pdf"`,
    );
    const pdf = await assertPdf(answer);
    if (HAS_POPPLER) {
      const paper = await linesOnPaper(pdf);
      assert(paper.some((line) => line.endsWith(`Total $${total}`)), paper.join("\n"));
    }
    // A server program with the secret key reads any.
    const { baseUrl, secretKey } = project();
    await assertPdf(
      await fetch(`${baseUrl}/functions/v1/documents/pay/${items[0]?.id}`, {
        headers: { apikey: secretKey },
      }),
    );
  }));

Deno.test("documents/refuse_the_signed_out_other_methods_and_what_is_no_document_in_words", () =>
  withProjectFirm(async ({ firm }) => {
    const token = await accessToken(firm.users.viewer);
    const { north } = firm.people;
    const sent = `invoice/${firm.id("invoices", "north sent")}`;
    await assertRefuses(await ask(sent, null), 401, "unauthorized");
    await assertRefuses(await ask(sent, "not.a.token"), 401, "unauthorized");
    const bare = await fetch(`${project().baseUrl}/functions/v1/documents/${sent}`);
    await assertRefuses(bare, 401, "unauthorized");
    await assertRefuses(await ask(sent, token, { method: "POST" }), 405, "method_not_allowed");
    for (const path of ["", "invoice", `receipt/${NOBODYS}`, `${sent}/lines`, "__proto__/x"]) {
      await assertRefuses(await ask(path, token), 404, "not_found", path);
    }
    await assertRefuses(await ask(`invoice/${NOBODYS}`, token), 404, "invoice_not_found");
    const told = async (path: string, error: string) =>
      (await assertRefuses(await ask(path, token), 400, error, path)).message;
    assertEquals(
      await told("invoice/INV-2026-000001", "invalid_request"),
      "The last part of the path is no id: INV-2026-000001",
    );
    const noYear = "Give the year: ?year=2026.";
    assertStrictEquals(await told(`pay-year/${NOBODYS}`, "invalid_request"), noYear);
    assertEquals(
      await told(`pay-year/${NOBODYS}?year=26`, "invalid_request"),
      "year is no year as YYYY: 26",
    );
    assertEquals(
      await told(`pay-batch/${NOBODYS}?part=0`, "invalid_request"),
      "part is no number from 1 on: 0",
    );
    const noPeriod = "Give the first and the last day: ?from=2026-03-01&to=2026-03-31.";
    assertStrictEquals(await told(`statement/${north}`, "invalid_request"), noPeriod);
    assertEquals(
      await told(`statement/${north}?from=2026-02-30&to=2026-03-01`, "invalid_request"),
      "from is no day as YYYY-MM-DD: 2026-02-30",
    );
    assertEquals(
      await told(`statement/${north}?from=2026-03-02&to=2026-03-01`, "period_ends_before_start"),
      "The statement would end on 2026-03-01, before it starts on 2026-03-02.",
    );
  }));

Deno.test("documents/are_open_to_pages_of_other_origins", async () => {
  const handle = documentsHandler({
    functionName: "documents",
    call: () => Promise.reject(new Error("not asked")),
    log: () => {},
  });
  const address = `https://project.example/documents/invoice/${NOBODYS}`;
  for (const method of ["OPTIONS", "GET"]) {
    const answer = await handle(new Request(address, { method }));
    assertStrictEquals(answer.status, method === "OPTIONS" ? 204 : 401);
    assertEquals(answer.headers.get("Access-Control-Allow-Origin"), "*");
    assertMatch(answer.headers.get("Access-Control-Allow-Headers") ?? "", /authorization, apikey/);
  }
});

Deno.test("documents/a_token_in_the_name_of_another_role_counts_as_none", async () => {
  const secret = signingKey();
  if (secret === null) return console.warn("no signing key is set: no token can be made");
  for (const role of ["postgres", "authenticator", "nosuch", 1, { role: "admin" }]) {
    const bearer = token(claimsOf(NOBODYS, { role }), secret);
    const answer = await ask(`invoice/${NOBODYS}`, bearer);
    await assertRefuses(answer, 401, "unauthorized", JSON.stringify(role));
  }
});

Deno.test("documents/tell_the_caller_nothing_of_what_failed_and_the_operator_no_token", async () => {
  const lines: string[] = [];
  const address = `https://project.example/documents/invoice/${NOBODYS}`;
  const headers = { Authorization: "Bearer secret-token" };
  const answers = [
    () => Promise.reject(new Error("connection refused")),
    () => Promise.resolve({ status: 500, body: { code: "57014", message: "canceled" } }),
    () => Promise.resolve({ status: 200, body: { document: "invoice" } }),
  ];
  for (const call of answers) {
    const handle = documentsHandler({
      functionName: "documents",
      call,
      log: (line) => lines.push(line),
    });
    const answer = await handle(new Request(address, { headers }));
    assertEquals([answer.status, await answer.json()], [500, { error: "document_failed" }]);
  }
  assertEquals(lines.slice(0, 2), [
    "invoice_document failed: connection refused",
    "the API answered 500: 57014 canceled",
  ]);
  assertEquals(lines.length, 3);
  assert(!lines.join().includes("secret-token"));
});

Deno.test("documents/are_read_and_printed_four_at_once_and_asked_for_again_where_forty_wait", async () => {
  let begun = 0;
  const ends: (() => void)[] = [];
  const handle = documentsHandler({
    functionName: "documents",
    call: () => {
      begun++;
      return new Promise((resolve) =>
        ends.push(() => resolve({ status: 404, body: { details: "invoice_not_found" } }))
      );
    },
    log: () => {},
  });
  const ask = async () => {
    const address = `https://project.example/documents/invoice/${NOBODYS}`;
    const answer = await handle(new Request(address, { headers: { apikey: "a key" } }));
    return [answer.status, answer.headers.get("Retry-After"), (await answer.json()).error];
  };
  const asked = Array.from({ length: 44 }, ask);
  assertEquals(await ask(), [429, "10", "too_many_documents"]);
  assertEquals(begun, 4);
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
    assertEquals(ends.length <= 4, true);
  }
  assertEquals(
    await Promise.all(asked),
    Array.from({ length: 44 }, () => [404, null, "invoice_not_found"]),
  );
  assertEquals(begun, 44);
});

Deno.test("documents/run_as_a_process_of_their_own_with_the_older_key_too", () =>
  withProjectFirm(async ({ firm }) => {
    const { baseUrl, publishableKey } = project();
    const variables = { SUPABASE_URL: baseUrl, SUPABASE_ANON_KEY: publishableKey };
    const token = await accessToken(firm.users.viewer);
    await withFunction("documents", variables, async (fn) => {
      const address = `${fn.url}/invoice/${firm.id("invoices", "north sent")}`;
      const answer = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
      await assertPdf(answer);
    });
  }));
