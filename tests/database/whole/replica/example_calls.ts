/** The calls of docs/api.md, one of each procedure, about rows that are made for them. */
import type postgres from "postgres";
import { EXAMPLES } from "../../../http/api_example_values.ts";
import { claimsOf, token } from "../../../support/access/tokens.ts";
import { procedureExamples } from "../../../support/http/api_examples.ts";
import { invite, newcomer } from "../../../support/people/invitations.ts";

/** A call as it would go over HTTP. */
export interface ExampleCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Of a person, where the secret key may not call it. */
  readonly token?: string;
  /** It only reads: it is stable or immutable, and may be asked by GET. */
  readonly reads: boolean;
}

/**
 * A call of every procedure.
 *
 * @param sql makes the rows
 * @param secret signs tokens
 */
export async function exampleCalls(sql: postgres.Sql, secret: string): Promise<ExampleCall[]> {
  const reading = await sql<{ name: string }[]>`
    select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and provolatile <> 'v'`;
  const calls: ExampleCall[] = [];
  for (const { name, curl } of await procedureExamples()) {
    // It is an event trigger of Supabase's, and answers 400.
    if (name === "rls_auto_enable") continue;
    const { ACCESS_TOKEN, ...values } = await valuesOf(sql, name, secret);
    calls.push({
      name,
      args: argumentsOf(curl, values),
      reads: reading.some((procedure) => procedure.name === name),
      ...ACCESS_TOKEN !== undefined && { token: ACCESS_TOKEN },
    });
  }
  return calls;
}

/** Values of an example's placeholders. */
async function valuesOf(
  sql: postgres.Sql,
  name: string,
  secret: string,
): Promise<Readonly<Record<string, string>>> {
  if (name === "sign_out_everywhere") {
    return { ACCESS_TOKEN: token(claimsOf(crypto.randomUUID()), secret) };
  }
  if (name !== "accept_invitation") return (await EXAMPLES[name]?.(sql))?.values ?? {};
  // Its own values come with a sign-in at the project that the HTTP tests speak to.
  const code = await invite(sql, await newcomer(sql, "facility_contact"));
  return { code, ACCESS_TOKEN: token(claimsOf(crypto.randomUUID()), secret) };
}

function argumentsOf(curl: string, values: Readonly<Record<string, string>>): ExampleCall["args"] {
  const [body] = /(?<=-d ')[^']*|(?<=<<JSON\n)[^\n]*/.exec(curl) ?? ["{}"];
  return JSON.parse(
    body.replaceAll(/\$(\w+)/g, (placeholder, name: string) => values[name] ?? placeholder),
  );
}
