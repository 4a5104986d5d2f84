// `deno task generate`: writes anew what follows from the schema. `deno task types` and `deno task docs` write a part.
//
// The comment of a procedure, from which docs/api/ is written, is described in CONTRIBUTING.md.
import { writeApiPages } from "./generate_api.ts";
import { writeClientSlugs } from "./generate_client.ts";
import { writeGrants } from "./generate_grants.ts";
import { writeMailPage } from "./generate_mail.ts";
import { writeNames } from "./generate_names.ts";
import { writeTypes } from "./generate_types.ts";
import { withSchemaTree } from "./scratch_server.ts";

const WRITERS = { types: writeTypes, docs: writeDocs, grants: writeGrants, names: writeNames };

const unknown = Deno.args.filter((name) => !(name in WRITERS));
if (unknown.length > 0) {
  console.error(
    `Not generated from the schema: ${unknown.join(", ")}. Name ${
      Object.keys(WRITERS).join(", ")
    }.`,
  );
  Deno.exit(2);
}
await withSchemaTree(async (url) => {
  for (const [name, write] of Object.entries(WRITERS)) {
    if (Deno.args.length === 0 || Deno.args.includes(name)) await write(url);
  }
});

async function writeDocs(url: string): Promise<void> {
  await writeApiPages(url);
  await writeClientSlugs(url);
  await writeMailPage();
}
