// Whether a connection takes TLS: what the address says, else where the database is.
import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import postgres from "postgres";
import { startPostgres } from "../../stack/postgres.ts";
import { connect } from "../../supabase/functions/_shared/database.ts";
import { assertThrowsWith } from "../support/rejections.ts";

const ssl = (address: string) => connect(address).options.ssl;

Deno.test("database_tls/is_required_of_a_database_that_is_not_on_this_machine", () => {
  for (
    const host of [
      "db.abcdefghijklm.supabase.co",
      "db.abcdefghijklm.supabase.co:6543",
      "10.0.0.5",
      "127.0.0.1.example.org",
      "localhost.example.org:5432",
      "[2600:1f18::1]:5432",
      "[2600:1f18::1]",
      "localhost:5432,db.example.org:5432",
    ]
  ) {
    assertEquals(ssl(`postgresql://postgres:p%40ss@${host}/postgres`), "require", host);
    assertEquals(ssl(`postgres://${host}/postgres?application_name=x`), "require", host);
  }
});

Deno.test("database_tls/is_not_asked_of_this_machine_and_its_containers", () => {
  for (
    const host of [
      "localhost",
      "127.0.0.1:54322",
      "[::1]:5432",
      "db:5432",
      "supabase_db_staffing",
      "host.docker.internal",
      "LOCALHOST",
    ]
  ) {
    assertEquals(ssl(`postgresql://postgres:a.b@${host}/postgres`), false, host);
  }
});

Deno.test("database_tls/is_what_sslmode_says_wherever_the_database_is", () => {
  for (const host of ["localhost", "db.abcdefghijklm.supabase.co"]) {
    const address = `postgres://u:p@${host}/postgres`;
    assertEquals(ssl(`${address}?sslmode=disable`), false, host);
    for (const mode of ["prefer", "require", "verify-full"]) {
      assertStrictEquals(ssl(`${address}?application_name=x&sslmode=${mode}`), mode, host);
    }
  }
});

Deno.test("database_tls/an_address_that_is_none_is_not_quoted", () => {
  assertThrowsWith(() => connect("postgres://u:s3cret@h:x/y"), (error) => {
    assert(error instanceof TypeError && !error.message.includes("s3cret"));
    return true;
  });
});

const addresses = Deno.networkInterfaces().filter(({ address, family }) =>
  family === "IPv4" && !address.startsWith("127.")
);
Deno.test({
  name: addresses.length > 0
    ? "database_tls/a_server_elsewhere_that_enforces_it_is_reached_and_one_without_it_refused"
    : "database_tls: this machine has no address but its own to itself",
  ignore: addresses.length === 0,
  fn: async () => {
    const directory = await Deno.makeTempDir({ prefix: "staffing-test-" });
    const key = join(directory, "server.key");
    const certificate = join(directory, "server.crt");
    const made = await new Deno.Command("openssl", {
      args: [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=localhost",
        "-days",
        "2",
      ]
        .concat("-keyout", key, "-out", certificate),
      stderr: "null",
    }).output();
    assert(made.success);
    const dataDir = join(directory, "cluster");
    const server = await startPostgres({ dataDir, flags: { listen_addresses: "*" } });
    const admin = postgres(server.url, { max: 1 });
    try {
      const elsewhere = server.url.replace("127.0.0.1", addresses[0]?.address ?? "");
      const usesTls = async () => {
        await using sql = closing(connect(elsewhere));
        const [row] = await sql.client`
          select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
        return row?.["ssl"];
      };
      const rules = join(dataDir, "pg_hba.conf");
      await Deno.writeTextFile(rules, "host all all all scram-sha-256\n", { append: true });
      await admin`select pg_reload_conf()`;
      await assertRejects(() => usesTls(), "without TLS nothing is said to it");

      // PostgreSQL takes a key that is its own alone, and is not always who runs the test.
      const { uid, gid } = await Deno.stat(dataDir);
      for (const file of [key, certificate]) {
        await Deno.copyFile(file, join(dataDir, file.slice(directory.length + 1)));
        await Deno.chown(join(dataDir, file.slice(directory.length + 1)), uid, gid);
        await Deno.chmod(join(dataDir, file.slice(directory.length + 1)), 0o600);
      }
      const enforced = (await Deno.readTextFile(rules)).replace(
        "host all all all",
        "hostssl all all all",
      );
      await Deno.writeTextFile(rules, enforced);
      await admin`alter system set ssl = on`;
      await admin`select pg_reload_conf()`;
      await new Promise((resolve) => setTimeout(resolve, 500));
      assertEquals(await usesTls(), true);
    } finally {
      await admin.end({ timeout: 1 });
      await server.stop();
      await Deno.remove(directory, { recursive: true });
    }
  },
});

function closing(client: postgres.Sql) {
  return { client, [Symbol.asyncDispose]: () => client.end({ timeout: 0 }) };
}
