// `deno task invite-admin`, as an operator types it.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { acceptAs, statesOf, userOf } from "../../support/people/invitations.ts";
import { withDatabase } from "../../support/server/database.ts";

async function inviteAdmin(args: string[], env: Record<string, string> = {}) {
  const path = new URL("../../../cli/invite_admin.ts", import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", path, ...args],
    env: { NO_COLOR: "1", SUPABASE_DB_URL: "", ...env },
    stdin: "null",
  });
  const { code, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

const ADA = ["--email", "ada@example.org", "--name", "Ada Okafor"];
const NOWHERE = ["--database-url", "postgres://postgres@127.0.0.1:1/postgres"];

Deno.test("invite_admin_command/adds_the_admin_once_and_prints_the_code_alone", () =>
  withDatabase(async ({ sql, url }) => {
    const first = await inviteAdmin(ADA, { SUPABASE_DB_URL: url });
    assertStrictEquals(first.code, 0, first.stderr);
    assertMatch(first.stdout, /^[0-9a-f-]{72}$/);
    assertMatch(first.stderr, /admin Ada Okafor: once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    assert(!first.stderr.includes(first.stdout));

    const again = await inviteAdmin(
      ["--email", "ADA@example.org", "--name", "A."],
      { SUPABASE_DB_URL: url },
    );
    const rows = await sql<{ id: string }[]>`
      select id, name, email, roles, is_active, user_id from staff_members`;
    const [{ id, ...member } = { id: "" }] = rows;
    assertEquals(member, {
      name: "Ada Okafor",
      email: "ada@example.org",
      roles: ["admin"],
      is_active: true,
      user_id: null,
    });
    const ada = { kind: "staff_member", id } as const;
    assertEquals([rows.length, await statesOf(sql, ada)], [1, ["replaced", "open"]]);
    const user = crypto.randomUUID();
    await acceptAs(sql, user, again.stdout);
    assertStrictEquals(await userOf(sql, ada), user);

    const linked = await inviteAdmin(ADA, { SUPABASE_DB_URL: url });
    assertEquals([linked.code, linked.stdout], [1, ""]);
    assertMatch(
      linked.stderr,
      /^Somebody already signs in as ada@example\.org\. Have an admin unlink /,
    );
  }));

Deno.test("invite_admin_command/prints_the_link_below_the_code_where_the_console_is_known", () =>
  withDatabase(async ({ sql, url }) => {
    const dataDir = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${dataDir}/stack.env`,
      `SUPABASE_URL='http://127.0.0.1:9'\nSUPABASE_DB_URL='${url}'\n`,
    );
    const linkOf = async (args: string[], env: Record<string, string>) => {
      const { stdout, stderr } = await inviteAdmin([...ADA, ...args], env);
      const [code = "", link] = stdout.split("\n");
      assertMatch(code, /^[0-9a-f-]{72}$/);
      assert(!stderr.includes(code));
      return link?.replace(code, "CODE");
    };
    const office = "https://office.example/";
    assertEquals(
      await linkOf([], { DATA_DIR: dataDir }),
      "http://127.0.0.1:9/#/invitation?code=CODE",
    );
    await sql`update mail_settings set console_url = ${office}`;
    assertEquals(await linkOf([], { DATA_DIR: dataDir }), `${office}#/invitation?code=CODE`);
    assertEquals(
      await linkOf(["--console", "https://other.example/x/"], { SUPABASE_DB_URL: url }),
      "https://other.example/x/#/invitation?code=CODE",
    );
    assertEquals(
      await linkOf(["--console", "https://other.example"], { SUPABASE_DB_URL: url }),
      "https://other.example/#/invitation?code=CODE",
    );
    await Deno.remove(dataDir, { recursive: true });
  }));

Deno.test("invite_admin_command/says_in_one_line_why_nobody_was_invited", () =>
  withDatabase(async ({ sql, url }) => {
    await sql`
      insert into staff_members (name, email, roles, is_active)
      values ('Bea', 'bea@example.org', '{billing}', true), ('Cy', 'cy@example.org', '{admin}', false),
             ('Dee', 'dee@example.org', '{admin}', true), ('Eve', 'dee@example.org', '{admin}', true)`;
    const dataDir = await Deno.makeTempDir();
    await Deno.writeTextFile(`${dataDir}/stack.env`, `SUPABASE_DB_URL='${url}'\n`);
    const cases: [args: string[], code: number, message: RegExp][] = [
      [["--email", "bea@example.org", "--name", "Bea"], 1, /is staff, but no admin/],
      [["--email", "cy@example.org", "--name", "Cy"], 1, /inactive\. Make the person active again/],
      [["--email", "dee@example.org", "--name", "Dee"], 1, /2 staff members have the e-mail/],
      [[...ADA, ...NOWHERE], 1, /^Not invited: .*ECONNREFUSED/],
      [[], 2, /Give --email and --name/],
      [["--email", " ", "--name", "Ada"], 2, /Give --email and --name/],
      [[...ADA, "--console", "office"], 2, /console's address is not an http/],
      [[...ADA, "--bogus"], 2, /Unknown option '--bogus'.*invite-admin --help/],
      [[...ADA, "--database-url", "postgres://postgres:s3cret@127.0.0.1:1/x"], 2, /PGPASSWORD/],
    ];
    for (const [args, code, message] of cases) {
      const outcome = await inviteAdmin(args, { DATA_DIR: dataDir });
      assertMatch(outcome.stderr, message);
      assertEquals([outcome.code, outcome.stdout], [code, ""], args.join(" "));
      assertEquals(outcome.stderr.split("\n").length, 1);
      assert(!outcome.stderr.includes("s3cret"));
    }
    assertEquals((await sql`select from staff_members`).length, 4);
    assertMatch((await inviteAdmin(["--help"])).stdout, /--email/);
    await Deno.remove(dataDir, { recursive: true });
  }));
