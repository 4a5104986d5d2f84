const HOST = "127.0.0.1";

/** A port on 127.0.0.1 that nobody uses at this moment. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: HOST, port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
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
