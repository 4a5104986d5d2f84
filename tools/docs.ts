// `deno task docs`: writes docs/api.md from the comments of the functions and views in public.
//
// The comment of a procedure, in paragraphs with a blank line between them:
//
//     Writes the dated rate that a rate hit asks for.
//
//     Later rates move by the same change.
//
//     Who: billing, payroll.
//
//     Arguments:
//     rate_hit_id: the rate hit, pending.
//     allow_retroactive: whether the day may reach time that is already on a sent invoice or in a
//         closed batch; their amounts never change.
//
//     Result: the rate hit, applied. Again: the same, and nothing more changes.
//
//     Errors: role_required, rate_hit_cancelled.
//
//     Example: {"rate_hit_id": "$rate_hit_id"}
//
// - The first line is the summary, one sentence on a line of its own. Paragraphs without a label are
//   remarks. Lines within a paragraph are joined, so break them where you like. It is all Markdown.
// - Who: the roles that private.require_role is given, in its order, with commas; or a sentence.
// - Arguments: all of them, in order, each "name: meaning" on a line; further lines are indented.
//   Types and defaults come from the function. Left out when there are none.
// - Result: what the rows mean; their type comes from the function.
// - Errors: the slugs of docs/errors.md. Left out when it refuses nothing.
// - Example: the arguments of a call that works, in JSON. A text "$rate_hit_id" stands for an id that
//   the caller has: tests/http/api_example_values.ts makes one. Left out when there are no arguments
//   to give.
//
// The function under the path segment has the comment "apply_rate_hit under its path segment." and
// nothing else.
import { API_DOCS, apiDocs } from "./generate_api.ts";
import { withConnection } from "../stack/schema/scratch_database.ts";
import { withSchemaTree } from "./scratch_server.ts";

await withSchemaTree(async (url) => {
  await Deno.writeTextFile(API_DOCS, await withConnection(url, apiDocs));
});
