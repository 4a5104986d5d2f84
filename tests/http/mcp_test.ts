// packages/mcp as an agent meets it: packed, installed, run by Node, and spoken to by the public client.
import { assert, assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { type Client, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import { dirname } from "node:path";
import type postgres from "postgres";
import { withProjectFirm } from "../support/access/project.ts";
import { createUser, emailOf, removeUsers, signIn } from "../support/access/users.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";
import { codeOf } from "../support/people/factors.ts";
import {
  called,
  type Installed,
  installedServer,
  PASSWORD,
  refused,
  runCommand,
  signedIn,
  textOf,
  withAgent,
} from "../support/mcp/agent.ts";

const NOBODYS = "00000000-0000-4000-8000-000000000000";
const hasRealAuth = Boolean(Deno.env.get("AUTH_BIN"));

type SessionFile = Record<string, unknown> & { readonly access_token: string };
const sessionIn = async (path: string): Promise<SessionFile> =>
  JSON.parse(await Deno.readTextFile(path));
const change = async (path: string, by: Record<string, unknown>) =>
  await Deno.writeTextFile(path, JSON.stringify({ ...await sessionIn(path), ...by }));

async function toolsOf(client: Client): Promise<Map<string, boolean | undefined>> {
  const { tools } = await client.listTools();
  for (const { name, annotations } of tools) {
    assertStrictEquals(annotations?.destructiveHint, !annotations?.readOnlyHint, name);
  }
  return new Map(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
}

Deno.test("mcp/an_agent_sees_and_does_what_its_person_may_and_changes_only_with_write", (t) =>
  withProjectFirm(async ({ sql, firm, clients }) => {
    const installed = await installedServer();
    const { viewer, billing, ada, north } = firm.users;
    const sessions = {
      viewer: await signedIn(installed, viewer),
      billing: await signedIn(installed, billing),
      ada: await signedIn(installed, ada),
      north: await signedIn(installed, north),
    };
    const sent = firm.id("invoices", "north sent");

    await t.step(
      "a viewer is offered no change but to ask for one, also with --write",
      () =>
        withAgent(installed, sessions.viewer, async (client) => {
          const tools = await toolsOf(client);
          // Whoever of the staff calls them is refused what their roles do not allow.
          assertEquals(
            [...tools].filter(([, isReadOnly]) => !isReadOnly).map(([name]) => name).sort(),
            ["approve", "decline_approval", "request_approval"],
          );
          for (const name of ["read", "describe", "board", "search", "invoice_document"]) {
            assert(tools.has(name), name);
          }
          for (const name of ["payroll_export", "journal", "pay_document"]) {
            assert(!tools.has(name), name);
          }
          assertMatch(client.getInstructions() ?? "", /You act as viewer \(viewer\)/);
          assert((await called(client, "board")).rows.length > 0);
        }, "--write"),
    );

    await t.step(
      "billing reads, and is offered no change without --write",
      () =>
        withAgent(installed, sessions.billing, async (client) => {
          const tools = await toolsOf(client);
          assertEquals(
            [...tools.values()].filter((isReadOnly) => !isReadOnly),
            [],
          );
          assertMatch(client.getInstructions() ?? "", /You can only read/);
          const asked = { name: "void_invoice", arguments: { invoice_id: sent, reason: "No." } };
          await assertRejects(() => client.callTool(asked), Error, "void_invoice");
          await assertPages(client);
          const [described] = await called(client, "describe", { names: ["invoices"] });
          assert("balance" in described.row.properties);
          // To PostgREST it is no condition: it would answer rows that were not asked for.
          const where = [{ column: "limit", is: "eq", value: "1" }];
          assertMatch(
            String((await refused(client, "read", { name: "invoices", where })).message),
            /has no column limit/,
          );
          const unknown = { name: "read", arguments: { name: "pg_class" } };
          assert((await client.callTool(unknown)).isError);
          assertEquals(
            (await refused(client, "read", { name: "invoices", select: "nosuch" })).code,
            "42703",
          );
        }),
    );

    await t.step(
      "billing changes with --write, and is told refusals in words",
      () =>
        withAgent(installed, sessions.billing, async (client) => {
          const tools = await toolsOf(client);
          assertStrictEquals(tools.get("dispute_invoice"), false);
          assert(!tools.has("close_payroll_period") && !tools.has("accept_invitation"));
          const reason = "The hours are wrong.";
          const disputed = await called(client, "dispute_invoice", { invoice_id: sent, reason });
          assertStrictEquals(disputed.dispute_reason, reason);
          const [row] =
            await sql`select dispute_reason, disputed_by from invoices where id = ${sent}`;
          assertEquals({ ...row }, { dispute_reason: reason, disputed_by: billing });
          await called(client, "settle_dispute", { invoice_id: sent });
          const none = await refused(client, "dispute_invoice", { invoice_id: NOBODYS, reason });
          assertEquals([none.slug, none.status], ["invoice_not_found", 404]);
          assertMatch(String(none.message), / no invoice /i);
          assert(typeof none.hint === "string");
          const wrong = { name: "dispute_invoice", arguments: { invoice_id: sent } };
          assertMatch(textOf(await client.callTool(wrong)), /reason/);
        }, "--write"),
    );

    await t.step(
      "a contractor reads their own rows and documents",
      () =>
        withAgent(installed, sessions.ada, async (client) => {
          const tools = await toolsOf(client);
          assertStrictEquals(tools.get("save_week"), false);
          assert(!tools.has("board") && !tools.has("void_invoice"));
          const { rows } = await called(client, "read", { name: "contractors", select: "user_id" });
          assertEquals(rows, [{ user_id: ada }]);
          const { adaNorth, adaSouth } = firm.placements;
          const theirs = { name: "my_assignments", select: "assignment_id" };
          const placed = (await called(client, "read", theirs)).rows;
          assertEquals(
            placed.map(({ assignment_id }: { assignment_id: string }) => assignment_id).sort(),
            [adaNorth, adaSouth].sort(),
          );
          assertEquals(await templatesOf(client), ["pay"]);
          const { resources } = await client.listResources();
          const { data: pay } = await clients.ada.from("my_pay").select("payroll_item_id");
          assertEquals(
            resources.map(({ uri }) => uri).sort(),
            (pay ?? []).map((one) => `staffing://documents/pay/${one.payroll_item_id}`).sort(),
          );
          await assertPdf(client, resources[0]?.uri ?? "");
        }, "--write"),
    );

    await t.step(
      "a contact reads documents of their facility, and no others",
      () =>
        withAgent(installed, sessions.north, async (client) => {
          assertEquals(await templatesOf(client), [
            "credit-note",
            "invoice",
            "statement",
            "timesheet",
          ]);
          const { north, south } = firm.people;
          await assertPdf(client, `staffing://documents/invoice/${sent}`);
          await assertPdf(client, `staffing://documents/statement/${north}/2026-02-10/2026-02-28`);
          const others = `staffing://documents/statement/${south}/2026-02-10/2026-02-28`;
          await assertRejects(
            () => client.readResource({ uri: others }),
            Error,
            "facility",
          );
          for (
            const [wrong, words] of [
              ["invoice/4711", "The last part of the path is no id: 4711"],
              [`statement/${north}/2026-13-01/2026-02-28`, "from is no day as YYYY-MM-DD"],
            ]
          ) {
            const error = await assertRejects(
              () => client.readResource({ uri: `staffing://documents/${wrong}` }),
              ProtocolError,
              words,
            );
            assertEquals([error.code, error.data], [ProtocolErrorCode.InvalidParams, undefined]);
          }
          const { resources } = await client.listResources();
          const listed = resources.find(({ uri }) => uri.endsWith(sent));
          assertMatch(listed?.title ?? "", /^Invoice \S+ of 2026-02-10, north$/);
          const printed = await client.callTool({
            name: "invoice_document",
            arguments: { invoice_id: sent },
          });
          const link = printed.content.find(({ type }) => type === "resource_link");
          assert(link?.type === "resource_link");
          assertStrictEquals(link.uri, `staffing://documents/invoice/${sent}`);
        }),
    );
  }));

/** Reads a table in two pages, and the rows that conditions leave. */
async function assertPages(client: Client): Promise<void> {
  const asked = { name: "state_rules", select: "state", order: "state" };
  const first = await called(client, "read", { ...asked, limit: 2 });
  assertEquals([first.rows.length, first.more, first.next_offset], [2, true, 2]);
  const second = await called(client, "read", { ...asked, limit: 500, offset: 2 });
  assertEquals([second.more, second.next_offset], [false, undefined]);
  const states = [...first.rows, ...second.rows].map(({ state }) => state);
  assertEquals(states, [...new Set(states)].sort());
  const some = await called(client, "read", {
    ...asked,
    where: [
      { column: "state", is: "in", value: ["CA", "CO", "TX"] },
      { column: "state", is: "gt", value: "CA" },
      { column: "overtime_rule", is: "not_null" },
    ],
  });
  assertEquals(some.rows, [{ state: "CO" }, { state: "TX" }]);
  const numbered = await called(client, "read", {
    name: "overtime_rules",
    select: "name",
    order: "name",
    where: [
      { column: "daily_overtime_after", is: "eq", value: 12 },
      { column: "seventh_day", is: "eq", value: false },
    ],
  });
  assertEquals(numbered.rows, [{ name: "california_health_care" }, { name: "colorado" }]);
  const page = await called(client, "board", { page: { limit: 1 } });
  assertEquals([page.rows.length, page.more, page.next_offset], [1, true, 1]);
}

async function templatesOf(client: Client): Promise<string[]> {
  const { resourceTemplates } = await client.listResourceTemplates();
  return resourceTemplates.map(({ name }) => name).sort();
}

async function assertPdf(client: Client, uri: string): Promise<void> {
  const { contents: [content] } = await client.readResource({ uri });
  assert(content !== undefined && "blob" in content, uri);
  assertEquals(content.mimeType, "application/pdf");
  assertMatch(atob(content.blob), /^%PDF-/);
}

function withUser(
  test: (
    one: { readonly installed: Installed; readonly sql: postgres.Sql; readonly user: string },
  ) => Promise<void>,
): Promise<void> {
  return withProjectDatabase(async (sql) => {
    const installed = await installedServer();
    const user = crypto.randomUUID();
    await createUser(sql, user);
    try {
      await test({ installed, sql, user });
    } finally {
      await removeUsers(sql, [user]);
    }
  });
}

const meOf = (client: Client) => called(client, "read", { name: "me", select: "user_id" });

Deno.test("mcp/a_session_is_its_owners_alone_and_no_secret_key_is_taken", () =>
  withUser(async ({ installed, user }) => {
    const { baseUrl, publishableKey, secretKey } = project();
    const path = installed.session();
    const args = ["sign-in", "--session", path, "--url", baseUrl, "--email", emailOf(user)];
    const olderKey = `e30.${btoa('{"role":"service_role"}')}.x`;
    for (const key of [secretKey, olderKey]) {
      const ended = await runCommand(installed, [...args, "--key", key], [PASSWORD]);
      assertStrictEquals(ended.code, 1);
      assertMatch(ended.said, /project's secret key, which may do everything/);
    }
    const wrong = await runCommand(installed, [...args, "--key", publishableKey], ["wrong"]);
    assertStrictEquals(wrong.code, 1);
    assertMatch(wrong.said, /You are not signed in: /);
    await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);

    const right = await runCommand(installed, [...args, "--key", publishableKey], [PASSWORD]);
    assertStrictEquals(right.code, 0, right.said);
    assert(!right.said.includes(PASSWORD));
    const modeOf = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;
    assertEquals([await modeOf(path), await modeOf(dirname(path))], [0o600, 0o700]);
    const serves = () => withAgent(installed, path, meOf);
    assertEquals((await serves()).rows, [{ user_id: user }]);

    await Deno.chmod(path, 0o640);
    const readable = await runCommand(installed, ["--session", path]);
    assertStrictEquals(readable.code, 1);
    assertMatch(readable.said, /Others may read .*session\.json/);
    await Deno.chmod(path, 0o600);
    await change(path, { key: secretKey });
    assertMatch((await runCommand(installed, ["--session", path])).said, /secret key/);
    await change(path, { key: publishableKey, url: "http://project.example" });
    assertMatch((await runCommand(installed, ["--session", path])).said, /begins with https/);
  }));

Deno.test({
  name: "mcp/a_password_that_is_typed_is_not_shown",
  // `script` of other systems takes other options.
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withUser(async ({ installed, user }) => {
      const { baseUrl, publishableKey } = project();
      const path = installed.session();
      const args = ["sign-in", "--session", path, "--url", baseUrl, "--key", publishableKey];
      const terminal = new Deno.Command("script", {
        args: ["-qec", ["node", installed.command, ...args].join(" "), "/dev/null"],
        stdin: "piped",
        stdout: "piped",
      }).spawn();
      const typing = terminal.stdin.getWriter();
      const type = (line: string) => typing.write(new TextEncoder().encode(`${line}\r`));
      const questions = [["E-mail address: ", emailOf(user)], ["Password: ", PASSWORD]] as const;
      let typed = 0;
      let shown = "";
      for await (const part of terminal.stdout.pipeThrough(new TextDecoderStream())) {
        shown += part;
        // Typed when it is asked for: before, the terminal would show it by itself.
        const next = questions[typed];
        if (next === undefined || !shown.includes(next[0])) continue;
        typed++;
        await type(next[1]);
      }
      await typing.close().catch(() => {});
      assertStrictEquals((await terminal.status).code, 0, shown);
      assert(shown.includes(emailOf(user)) && !shown.includes(PASSWORD), shown);
      assertStrictEquals((await sessionIn(path)).email, emailOf(user));
    }),
});

Deno.test("mcp/a_session_is_renewed_and_once_by_two_servers_that_find_it_old", () =>
  withUser(async ({ installed, user }) => {
    const path = await signedIn(installed, user);
    let renewals = 0;
    const { baseUrl } = project();
    const gateway = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      async (asked) => {
        const { pathname, search } = new URL(asked.url);
        if (search.includes("grant_type=refresh_token")) {
          renewals++;
          // Until the other server has found the session old, too.
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
        const { method, headers } = asked;
        const body = asked.body === null ? null : await asked.arrayBuffer();
        const answer = await fetch(`${baseUrl}${pathname}${search}`, { method, headers, body });
        const type = answer.headers.get("content-type");
        return new Response(await answer.arrayBuffer(), {
          status: answer.status,
          headers: type === null ? {} : { "content-type": type },
        });
      },
    );
    try {
      const { access_token } = await sessionIn(path);
      await change(path, {
        url: `http://127.0.0.1:${gateway.addr.port}`,
        access_token: "old.and.gone",
        renew_at: 0,
      });
      const [first, second] = await Promise.all([
        withAgent(installed, path, meOf),
        withAgent(installed, path, meOf),
      ]);
      assertEquals([first.rows, second.rows], [[{ user_id: user }], [{ user_id: user }]]);
      assertStrictEquals(renewals, 1);
      const renewed = await sessionIn(path);
      assert(![access_token, "old.and.gone"].includes(renewed.access_token));
      assertStrictEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);

      // A server that runs finds it old, renews it and goes on.
      await withAgent(installed, path, async (client) => {
        await change(path, { access_token: "old.and.gone", renew_at: 0 });
        assertEquals((await meOf(client)).rows, [{ user_id: user }]);
      });
      assertStrictEquals(renewals, 2);
    } finally {
      await gateway.shutdown();
    }
  }));

Deno.test("mcp/a_session_that_has_ended_says_so_and_signing_out_ends_it", () =>
  withUser(async ({ installed, sql, user }) => {
    const path = await signedIn(installed, user);
    const { refresh_token } = await sessionIn(path);
    const ended = await runCommand(installed, ["sign-out", "--session", path]);
    assertStrictEquals(ended.code, 0, ended.said);
    await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
    assertMatch((await runCommand(installed, ["--session", path])).said, /Nobody is signed in/);
    const { auth } = await signIn(user);
    const again = await auth.refreshSession({ refresh_token: String(refresh_token) });
    assert(again.error !== null, "the session lives on");

    const other = await signedIn(installed, user);
    await sql`delete from auth.sessions where user_id = ${user}`;
    await withAgent(installed, other, async (client) => {
      await change(other, { renew_at: 0 });
      const { message } = await refused(client, "read", { name: "me" });
      assertMatch(String(message), /The session has ended .*Sign in again: staffing-mcp sign-in/);
    });
  }));

Deno.test({
  name: "mcp/whose_account_has_an_authenticator_app_gives_its_code",
  ignore: !hasRealAuth,
  fn: () =>
    withUser(async ({ installed, user }) => {
      const { auth } = await signIn(user);
      const enrolled = await auth.mfa.enroll({ factorType: "totp" });
      assert(enrolled.data !== null, enrolled.error?.message);
      const { id: factorId, totp } = enrolled.data;
      const first = await auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) });
      assertEquals(first.error, null);

      const { baseUrl, publishableKey } = project();
      const path = installed.session();
      const args = ["sign-in", "--session", path, "--url", baseUrl, "--key", publishableKey];
      const without = await runCommand(installed, args, [emailOf(user), PASSWORD, "000000"]);
      assertStrictEquals(without.code, 1, without.said);
      assertMatch(without.said, /Code of your authenticator app: [^]*You are not signed in/);
      await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
      const code = codeOf(totp.secret);
      const ended = await runCommand(installed, args, [emailOf(user), PASSWORD, code]);
      assertStrictEquals(ended.code, 0, ended.said);
      const [, claims = ""] = (await sessionIn(path)).access_token.split(".");
      assertStrictEquals(
        JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).aal,
        "aal2",
      );
      assertEquals((await withAgent(installed, path, meOf)).rows, [{ user_id: user }]);
      // What is renewed is as good.
      await change(path, { renew_at: 0 });
      assertEquals((await withAgent(installed, path, meOf)).rows, [{ user_id: user }]);
    }),
});
