import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keyTokens } from "../../stack/api_keys.ts";
import type { StackKeys } from "../../stack/keys.ts";
import type { Files } from "./files.ts";
import { type Places, portOf } from "./places.ts";
import { readProxies, replaced } from "./proxies.ts";
import type { Settings } from "./settings.ts";

/** Placeholder of a hosted project in deploy/proxies. */
const PROJECT = "https://PROJECT_REF.supabase.co";
/** Refusal of a request without a key, as the platform's gateway has it. */
const REFUSE = `if ($staffing_has_no_key) {
        return 401 '{"message":"No API key found in request, or an invalid one","hint":"Send the header \`apikey\`."}';
    }`;

/**
 * Writes the configuration of nginx: the files of deploy/proxies with this installation's addresses in them, and the
 * work of Supabase's API gateway, which turns keys into tokens. Root alone reads it: it has the token of the secret key.
 */
export async function writeNginx(
  settings: Settings,
  places: Places,
  keys: StackKeys,
  functions: readonly string[],
  files: Files,
): Promise<void> {
  const { ports, lib } = places;
  const proxies = await readProxies();
  const apiFile = join(places.etc, "nginx-api.conf");
  const addressOf = (name: string) => `http://127.0.0.1:${portOf(places, functions, name)}/${name}`;
  await files.put(
    apiFile,
    await template("api.conf", {
      LOG: places.nginxLog,
      REFUSE,
      REST: replaced(proxies.rest, {
        "http://127.0.0.1:3000/;": `http://127.0.0.1:${ports.postgrest}/;`,
        "Authorization $http_authorization;": "Authorization $staffing_authorization;",
        "default_type application/json;": `default_type application/json;\n    ${REFUSE}`,
      }),
      AUTH_PORT: String(ports.auth),
      FUNCTIONS: functions.map((name) =>
        `    location /functions/v1/${name} {\n        proxy_pass ${addressOf(name)};\n    }`
      ).join("\n"),
      // The lines of its errors quote the whole request.
      CRON: replaced(proxies.cron, {
        "        client_max_body_size 1k;":
          "        error_log /dev/null;\n        client_max_body_size 1k;",
      }),
    }),
    0o600,
  );
  const jobs = functions.filter((name) => name.startsWith("cron-"));
  const { tls, publicUrl } = settings;
  const HOST = publicUrl.hostname;
  const { publishableKey, secretKey, anonToken, serviceRoleToken } = await keyTokens(keys);
  await files.put(
    places.nginxSite,
    await template("site.conf", {
      PUBLISHABLE_KEY: publishableKey,
      SECRET_KEY: secretKey,
      ANON_TOKEN: anonToken,
      SERVICE_ROLE_TOKEN: serviceRoleToken,
      MAPS: replaced(
        proxies.maps,
        Object.fromEntries(
          jobs.map((name) => [`${PROJECT}/functions/v1/${name};`, `${addressOf(name)};`]),
        ),
      ),
      INNER_PORT: String(ports.inner),
      API_FILE: apiFile,
      LIB: lib,
      REDIRECT: tls === null || publicUrl.port !== ""
        ? ""
        : await template("redirect.conf", { HOST }),
      LISTEN: listen(settings),
      HOST,
      CONSOLE: replaced(proxies.console, {
        "root /srv/staffing-console;": `root ${join(lib, "console")};`,
        [PROJECT]: publicUrl.origin,
      }),
    }),
    0o600,
  );
}

function listen({ publicUrl: { port }, tls }: Settings): string {
  // Without a certificate it is for a proxy on this machine.
  if (tls === null) return `    listen 127.0.0.1:${port || "80"};`;
  return `    listen ${port || "443"} ssl;
    listen [::]:${port || "443"} ssl;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_certificate ${tls.certificate};
    ssl_certificate_key ${tls.key};`;
}

/** A file of nginx/ with its places filled in. */
async function template(name: string, values: Readonly<Record<string, string>>): Promise<string> {
  const path = fileURLToPath(new URL(`nginx/${name}`, import.meta.url));
  return replaced(
    await Deno.readTextFile(path),
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`{{${name}}}`, value])),
  );
}
