const HOST = "127.0.0.1";
const LARGEST_PORT = 65_535;

/** A port on 127.0.0.1 that nobody uses at this moment. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: HOST, port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

/** A free port whose next one is free, too: what a stack needs for itself and its database. */
export function freePortPair(): number {
  for (;;) {
    const port = freePort();
    if (port < LARGEST_PORT && portIsFree(port + 1)) return port;
  }
}

/** Whether one could listen on this port of 127.0.0.1. */
export function portIsFree(port: number): boolean {
  try {
    Deno.listen({ hostname: HOST, port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}
