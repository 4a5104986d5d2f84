/** The lines of a process's output as they come, the last one also without a line feed. */
export async function* lines(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest) yield rest;
}
