import type { HttpCaller } from "./http_callers.ts";
import type { HttpCall } from "./http_call.ts";

/** Answer to a hostile request, the body cut to a bounded length. */
export interface HttpAnswer {
  /** 0: no answer came at all. */
  readonly status: number;
  readonly headers: string;
  readonly contentType: string;
  /** As text, cut. */
  readonly body: string;
  /** The body, where it is JSON and was not cut. */
  readonly json: unknown;
  readonly milliseconds: number;
}

/** As long as a body is looked at, in characters. */
const LOOKED_AT = 100_000;
/** Time after which nobody waits any longer, in milliseconds. */
const GIVES_UP = 75_000;

/** Makes a request. */
export async function answerTo(
  baseUrl: string,
  call: HttpCall,
  caller: HttpCaller,
): Promise<HttpAnswer> {
  const start = performance.now();
  const since = () => performance.now() - start;
  const headers = new Headers(caller.headers);
  for (const [name, value] of call.headers) headers.append(name, value);
  try {
    const response = await fetch(baseUrl + call.path, {
      method: call.method,
      headers,
      body: call.body,
      redirect: "manual",
      signal: AbortSignal.timeout(GIVES_UP),
    });
    const text = await textOf(response);
    const body = text.slice(0, LOOKED_AT);
    return {
      status: response.status,
      headers: [...response.headers].map((header) => header.join(": ")).join("\n"),
      contentType: response.headers.get("content-type") ?? "",
      body,
      json: parsed(text),
      milliseconds: since(),
    };
  } catch (error) {
    const body = error instanceof Error ? error.message : String(error);
    return { status: 0, headers: "", contentType: "", body, json: null, milliseconds: since() };
  }
}

/** The text. Deno leaves what was packed as it is where a request has a range. */
async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = new Blob([bytes]).stream();
  return await new Response(
    isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream,
  ).text();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
