// What deploy/self_hosted writes for nginx and for systemd, read by them, without an installation.
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { join } from "node:path";
import { writeEnvironments } from "../../deploy/self_hosted/environments.ts";
import { Files } from "../../deploy/self_hosted/files.ts";
import { writeNginx } from "../../deploy/self_hosted/nginx.ts";
import { type Places, placesOf } from "../../deploy/self_hosted/places.ts";
import { writeOwnNginx } from "../../deploy/self_hosted/processes.ts";
import { bringProgram } from "../../deploy/self_hosted/programs.ts";
import { bringTools, functionNames } from "../../deploy/self_hosted/release.ts";
import { readSettings, type Settings } from "../../deploy/self_hosted/settings.ts";
import { servicesOf } from "../../deploy/self_hosted/services.ts";
import { writeUnits } from "../../deploy/self_hosted/units.ts";
import { loadKeys } from "../../stack/keys.ts";
import { freePort } from "../../stack/processes.ts";
import { StackError } from "../../stack/stack_error.ts";
import { ownInstallation } from "../support/server/self_hosted.ts";

const EXAMPLE = await Deno.readTextFile(
  new URL("../../deploy/self_hosted/settings.example.env", import.meta.url),
);
const SUM = "0".repeat(64);
/** The example as somebody fills it in. */
const filled = (further = "") =>
  `${EXAMPLE.replaceAll(/^(\w+_SHA256)=$/gm, `$1=${SUM}`)}\n${further}\n`;

Deno.test("self_hosted/settings_are_the_example_with_two_checksums", () => {
  assertThrows(() => readSettings(EXAMPLE), StackError, "set POSTGREST_SHA256 to the checksum");
  const settings = readSettings(filled("GOTRUE_JWT_EXP=600\nPGRST_DB_POOL=5\nMAIL_API_KEY=k"));
  assertEquals(settings.publicUrl.hostname, "staffing.example.com");
  assertEquals(settings.postgrest.sha256, SUM);
  assertEquals(settings.further, {
    auth: { GOTRUE_JWT_EXP: "600" },
    postgrest: { PGRST_DB_POOL: "5" },
  });
  assertEquals(settings.mail, { MAIL_API_KEY: "k", SMTP_URL: settings.smtpUrl });
});

Deno.test("self_hosted/settings_that_cannot_be_used_are_named_without_their_value", () => {
  for (
    const [line, words] of [
      ["PUBLIC_URL=https://staffing.example.com/", "PUBLIC_URL cannot be used"],
      ["PUBLIC_URL=staffing.example.com", "PUBLIC_URL cannot be used"],
      ["SMTP_URL=mail.example.com:secret", "SMTP_URL cannot be used"],
      ["TLS_KEY=", "set TLS_CERTIFICATE and TLS_KEY"],
      ["SIGN_UPS=maybe", "SIGN_UPS cannot be used: set it to on or off."],
      ["AUTH_SHA256=abc", "AUTH_SHA256 cannot be used"],
      ["PORTS_FROM=80", "PORTS_FROM cannot be used"],
    ] as const
  ) {
    const error = assertThrows(() => readSettings(filled(line)), StackError, words);
    assert(!error.message.includes("secret"), error.message);
  }
});

/** Writes all files of an installation below a folder. */
async function written(settings: Settings, under: string): Promise<Places> {
  const places = placesOf(under, settings);
  const files = new Files(() => {});
  await Deno.mkdir(places.etc, { recursive: true });
  const keys = await loadKeys(join(places.etc, "keys.json"), false, "real");
  const url = (role: string) => `postgresql://${role}:x@127.0.0.1:1/staffing`;
  const database = { port: 1, bin: "/usr/bin", urlAs: url, adminUrl: url("postgres") };
  const facts = { settings, places, keys, database };
  const functions = functionNames();
  await writeEnvironments(facts, functions, files);
  await writeNginx(settings, places, keys, functions, files);
  await writeUnits(settings, places, database, servicesOf(facts, functions), files);
  return places;
}

async function withFolder(test: (under: string) => Promise<void>): Promise<void> {
  const under = await Deno.makeTempDir({ prefix: "staffing-own-" });
  try {
    await test(under);
  } finally {
    await Deno.remove(under, { recursive: true });
  }
}

async function output(program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert(success, text);
  return text;
}

// A folder that was misspelled got settings to fill in.
Deno.test("self_hosted/backs_up_and_restores_nothing_where_there_is_no_installation", async () => {
  await using own = await ownInstallation({});
  const dump = join(own.directory, "staffing.dump");
  for (const command of [["backup"], ["restore", dump]]) {
    const { code, lines } = await own.run(...command);
    assertEquals(code, 1, lines.join("\n"));
    assertMatch(lines.join("\n"), /^There is no installation: \S+\/settings\.env is not there\. /);
  }
  assertEquals([...Deno.readDirSync(own.directory)], []);
});

const has = (program: string) => Deno.stat(program).then(({ isFile }) => isFile, () => false);
const [hasNginx, hasOpenssl, hasAnalyze] = await Promise.all(
  ["/usr/sbin/nginx", "/usr/bin/openssl", "/usr/bin/systemd-analyze"].map(has),
);

Deno.test({
  name: "self_hosted/nginx_takes_its_configuration_with_and_without_tls",
  ignore: !hasNginx || !hasOpenssl,
  fn: () =>
    withFolder(async (under) => {
      const [certificate, key] = [join(under, "certificate.pem"), join(under, "key.pem")];
      const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
      const subject = ["-subj", "/CN=localhost", "-keyout", key, "-out", certificate];
      await output("/usr/bin/openssl", "req", "-x509", ...curve, ...subject);
      for (const scheme of ["http", "https"]) {
        const settings = readSettings(
          filled(`PUBLIC_URL=${scheme}://localhost:${freePort()}
PORTS_FROM=${freePort()}
TLS_CERTIFICATE=${certificate}
TLS_KEY=${key}`),
        );
        // It asks nginx, and throws what nginx says.
        await writeOwnNginx(await written(settings, under), new Files(() => {}));
      }
    }),
});

Deno.test({
  name: "self_hosted/systemd_finds_nothing_in_its_units_and_little_that_they_could_do",
  ignore: !hasAnalyze,
  fn: () =>
    withFolder(async (under) => {
      const { units, lib, ...places } = await written(readSettings(filled()), under);
      const files = new Files(() => {});
      await bringTools({ ...places, units, lib }, files);
      const source = { from: "/usr/bin/true", sha256: null };
      for (const name of ["postgrest", "auth"]) {
        await bringProgram(name, source, join(lib, "bin"), files);
      }
      const names = [...Deno.readDirSync(units)].map(({ name }) => name);
      assertEquals(names.length, functionNames().length + 9);
      const paths = names.map((name) => join(units, name));
      assertEquals(await output("/usr/bin/systemd-analyze", "verify", ...paths), "");
      for (
        const path of paths.filter((path) => /staffing-(?!job@|backup)[\w-]+\.service$/.test(path))
      ) {
        // At most 2.0 of 10.
        await output(
          "/usr/bin/systemd-analyze",
          "security",
          "--offline=true",
          "--threshold=20",
          path,
        );
      }
    }),
});
