import postgres from "postgres";
import { fileURLToPath } from "node:url";
import { applyBase } from "../../../stack/base.ts";
import { TEMPLATE } from "./database.ts";
import { loadSchemaTree, readSchemaTree } from "../../../stack/schema/tree.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Makes it on a server. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  const server = postgres(serverUrl, { max: 1 });
  await server`create database ${server(TEMPLATE)}`;
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = TEMPLATE;
  const template = postgres(url.href, { max: 1, onnotice: () => {} });
  await applyBase(template);
  await loadSchemaTree(template, await readSchemaTree(ROOT));
  // Tests are of firms in which one person may do all that their role may, as the demo firm is; those about two people
  // switch it on (tests/support/people/two_people.ts).
  await template.begin(async (sql) => {
    await sql`set local session_replication_role = replica`; // the log begins empty
    await sql`update public.organization_settings set controls = 'off'`;
  });
  await template.end();
}
