/** A TCP relay between a client and a server of this machine, which loses connections as it is told. */
const HOST = "127.0.0.1";

/** Treatment by a relay of the connections made from now on, and the end of those that are there. */
export interface RelayMode {
  /** Cuts the next connection alone, for both sides, after so many bytes of the server's answers. */
  readonly cutAfter?: number;
  /** The client learns so many milliseconds late that the server closed the connection. */
  readonly closeLate?: number;
}

/** A relay that runs. */
export interface Relay {
  readonly port: number;
  /** Number of connections it has cut. */
  readonly cuts: () => number;
  /** From the next connection on, but for the end of those that are there. */
  setMode(mode: RelayMode): void;
  /** Cuts those that are there, also those that are being made, after so many further bytes of the server's answers. */
  cutAfter(bytes: number): void;
  close(): void;
}

/** Starts a relay to a port; what it is not told to lose it hands on unchanged. */
export function startRelay(targetPort: number): Relay {
  const listener = Deno.listen({ hostname: HOST, port: 0 });
  const open = new Set<Deno.Conn>();
  let mode: RelayMode = {};
  let cuts = 0;
  const left = new Set<{ bytes: number }>();

  async function relay(client: Deno.Conn): Promise<void> {
    const { cutAfter: bytes = Infinity, ...rest } = mode;
    const limit = { bytes };
    mode = rest;
    left.add(limit);
    const server = await Deno.connect({ hostname: HOST, port: targetPort }).catch(() => null);
    if (server === null) {
      left.delete(limit);
      return end(client);
    }
    open.add(client).add(server);
    void handOn(client, server, { bytes: Infinity }).then(() => end(server));
    const isWhole = await handOn(server, client, limit);
    left.delete(limit);
    if (isWhole) await new Promise((resolve) => setTimeout(resolve, mode.closeLate ?? 0));
    else cuts++;
    end(client);
    end(server);
  }

  function end(connection: Deno.Conn): void {
    open.delete(connection);
    try {
      connection.close();
    } catch {
      // It has ended already.
    }
  }

  void (async () => {
    for await (const client of listener) void relay(client);
  })();
  return {
    port: listener.addr.port,
    cuts: () => cuts,
    setMode: (next) => {
      mode = next;
    },
    cutAfter: (bytes) => {
      for (const limit of left) limit.bytes = bytes;
    },
    close: () => {
      listener.close();
      for (const connection of open) end(connection);
    },
  };
}

/** Hands on until the source has ended, or so many bytes are through; says whether all were. */
async function handOn(
  from: Deno.Conn,
  to: Deno.Conn,
  limit: { bytes: number },
): Promise<boolean> {
  const chunk = new Uint8Array(64 * 1024);
  while (limit.bytes > 0) {
    const read = await from.read(chunk).catch(() => null);
    if (read === null) return true;
    const given = chunk.subarray(0, Math.min(read, limit.bytes));
    for (let written = 0; written < given.length;) {
      const count = await to.write(given.subarray(written)).catch(() => null);
      if (count === null) return true;
      written += count;
    }
    limit.bytes -= given.length;
  }
  return false;
}

/** The same address by way of a relay. */
export function through(relay: Relay, url: string): string {
  const address = new URL(url);
  address.port = String(relay.port);
  return address.href;
}
