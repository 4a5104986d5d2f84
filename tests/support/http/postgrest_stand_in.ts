/**
 * Requirements of a stack for POSTGREST_BIN, without the database: it becomes ready, and answers each request
 * with the number of its process. For tests of how the stack keeps it; what it serves is tested with a
 * real one, where there is one.
 */
export async function postgrestStandIn(directory: string): Promise<string> {
  const program = `${directory}/postgrest`;
  await Deno.writeTextFile(
    `${program}.ts`,
    `const serve = (port, answer) =>
       Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get(port)), onListen() {} }, answer);
     serve("PGRST_SERVER_PORT", () => Response.json(Deno.pid));
     serve("PGRST_ADMIN_SERVER_PORT", () => new Response());`,
  );
  const script = `#!/bin/sh\nexec '${Deno.execPath()}' run --no-config -A '${program}.ts'\n`;
  await Deno.writeTextFile(program, script, { mode: 0o700 });
  return program;
}
