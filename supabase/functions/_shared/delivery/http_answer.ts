/** The beginning of an answer by HTTP/1.1. */
export interface HttpAnswer {
  readonly status: number;
  /** As much of it as was asked for, or as came. */
  readonly body: string;
}

/** No head is longer; what is, is no answer. */
const HEAD_BYTES = 32_768;
const ASCII = new TextDecoder("latin1");

/**
 * Reads the beginning of an answer.
 *
 * @param connection where it comes from
 * @param bodyBytes how much of the body is wanted
 * @returns null when the connection ended, or said something else, before there was a whole head
 */
export async function readAnswer(
  connection: Deno.Conn,
  bodyBytes: number,
): Promise<HttpAnswer | null> {
  const buffer = new Uint8Array(16_384);
  let all = new Uint8Array();
  for (;;) {
    const head = headOf(all);
    if (head === "none") return null;
    if (head !== "more") {
      const body = bodyOf(head.headers, all.subarray(head.end));
      if (body.isWhole || all.length - head.end >= bodyBytes) return answer(head, body, bodyBytes);
    }
    // What ends, also by an error, has said all that it will say.
    const count = await connection.read(buffer).catch(() => null);
    if (count === null) {
      return head === "more"
        ? null
        : answer(head, bodyOf(head.headers, all.subarray(head.end)), bodyBytes);
    }
    all = joined(all, buffer.subarray(0, count));
  }
}

interface Head {
  readonly status: number;
  /** In lower case. */
  readonly headers: string;
  /** Position at which the body begins. */
  readonly end: number;
}

interface Body {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

function answer({ status }: Head, { bytes }: Body, bodyBytes: number): HttpAnswer {
  return { status, body: new TextDecoder().decode(bytes.subarray(0, bodyBytes)) };
}

/** The head of the answer itself, after those that only say that it goes on (1xx). */
function headOf(all: Uint8Array): Head | "more" | "none" {
  const text = ASCII.decode(all.subarray(0, HEAD_BYTES));
  for (let from = 0;;) {
    if (!"HTTP/1.".startsWith(text.slice(from, from + 7))) return "none";
    const at = text.indexOf("\r\n\r\n", from);
    if (at < 0) return text.length < HEAD_BYTES ? "more" : "none";
    const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |\r)/.exec(text.slice(from, at + 2))?.[1]);
    if (Number.isNaN(status)) return "none";
    const end = at + 4;
    if (status >= 200) return { status, headers: text.slice(from, end).toLowerCase(), end };
    from = end;
  }
}

function bodyOf(headers: string, bytes: Uint8Array): Body {
  if (/\r\ntransfer-encoding:[^\r]*chunked/.test(headers)) return unchunked(bytes);
  const length = Number(/\r\ncontent-length: *(\d+)/.exec(headers)?.[1] ?? Infinity);
  return { bytes: bytes.subarray(0, length), isWhole: bytes.length >= length };
}

function unchunked(bytes: Uint8Array): Body {
  let body = new Uint8Array();
  for (let at = 0;;) {
    const size = /^([0-9a-f]+)[^\n]*\n/i.exec(ASCII.decode(bytes.subarray(at, at + 1024)));
    if (!size?.[1]) return { bytes: body, isWhole: false };
    const from = at + size[0].length;
    const length = parseInt(size[1], 16);
    if (length === 0) return { bytes: body, isWhole: true };
    body = joined(body, bytes.subarray(from, from + length));
    at = from + length + 2;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
