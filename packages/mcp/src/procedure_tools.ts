import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type ResourceLink,
} from "@modelcontextprotocol/server";
import type { SupabaseClient } from "@supabase/supabase-js";
import { answerOf, type AskedPage, errorOf, pageOf } from "./answers.ts";
import type { Procedure, Schema } from "./catalog.ts";
import { linkOf } from "./documents.ts";
import { inOrder, PAGE_PROPERTIES } from "./pages.ts";

/** Argument of a tool, beside the procedure's own, that says which of the rows it answers. */
const PAGE = "page";

/** Offers a procedure as a tool of its own: its arguments are checked by the schema that OpenAPI has of them. */
export function offerProcedure(
  server: McpServer,
  supabase: SupabaseClient,
  procedure: Procedure,
): void {
  const { name, description, isReadOnly, answersRows } = procedure;
  // A change answers all that it did: who asked for its next page would do it again.
  const isPaged = answersRows && isReadOnly;
  server.registerTool(name, {
    description,
    inputSchema: fromJsonSchema<Record<string, unknown>>(
      isPaged ? withPage(procedure.input) : procedure.input,
    ),
    annotations: { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: false },
  }, async (given) => {
    const { [PAGE]: page, ...args } = given;
    const asked = { limit: 100, offset: 0, ...page as Partial<AskedPage> | undefined };
    return isPaged
      ? await rowsOf(supabase, procedure, args, asked)
      : await valueOf(supabase, procedure, args);
  });
}

async function valueOf(
  supabase: SupabaseClient,
  { name }: Procedure,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { data, error } = await supabase.rpc(name, args);
  if (error) return errorOf(error);
  const link: ResourceLink | null = linkOf(name, args);
  const answer = answerOf(data);
  return link === null ? answer : { content: [...answer.content, link] };
}

async function rowsOf(
  supabase: SupabaseClient,
  { name, order }: Procedure,
  args: Readonly<Record<string, unknown>>,
  page: AskedPage,
): Promise<CallToolResult> {
  const query = inOrder(supabase.rpc(name, args).select("*"), order);
  const { data, error } = await query.range(page.offset, page.offset + page.limit);
  return error ? errorOf(error) : pageOf(data, page);
}

function withPage(input: Schema): Schema {
  const page = {
    type: "object",
    description: "which of the rows to answer; the answer says whether there are more.",
    properties: PAGE_PROPERTIES,
    additionalProperties: false,
  };
  return { ...input, properties: { ...input.properties as Schema, [PAGE]: page } };
}
