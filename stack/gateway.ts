import { json } from "./answers.ts";
import type { Functions } from "./functions.ts";
import { route } from "./routes.ts";
import type { Service } from "./service.ts";
import { messageOf, StackError } from "./stack_error.ts";

/** The parts behind the gateway. */
export interface GatewayParts {
  readonly rest: Service;
  readonly auth: Service;
  readonly functions: Functions;
}

/** Answers a request as the one public address of the stack does. */
export async function answer(request: Request, parts: GatewayParts): Promise<Response> {
  const { pathname } = new URL(request.url);
  const target = route(pathname);
  if (target.to === "function") {
    return await parts.functions.fetch(target.name, target.path, request);
  }
  if (target.to === "nowhere") return json(404, { error: "not_found" });
  return await parts[target.to].fetch(request);
}

/**
 * Listens on 127.0.0.1. Nothing is logged but failures, and of those never the query, which may
 * carry the schedulers' secret.
 *
 * @throws StackError when the port is taken.
 */
export function startGateway(
  port: number,
  parts: GatewayParts,
  log: (line: string) => void,
): Deno.HttpServer<Deno.NetAddr> {
  const handler = async (request: Request) => {
    try {
      return await answer(request, parts);
    } catch (error) {
      log(`${request.method} ${new URL(request.url).pathname} failed: ${messageOf(error)}`);
      return json(500, { error: "internal_error" });
    }
  };
  try {
    return Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, handler);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new StackError(
      `Port ${port} is in use: stop what uses it, or set PORT to another number.`,
    );
  }
}
