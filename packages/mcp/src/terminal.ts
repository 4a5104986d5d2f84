import process from "node:process";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** A person at a terminal, or the lines of a pipe. Questions go to stderr. */
export interface Terminal {
  /** Asks for a line. */
  ask(question: string): Promise<string>;
  /** Asks for a line that nobody sees. */
  askHidden(question: string): Promise<string>;
  close(): void;
}

/** Opens the terminal that the program was started at. */
export function openTerminal(): Terminal {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({
    input: process.stdin,
    output,
    terminal: process.stdin.isTTY === true,
  });
  // The iterator keeps lines that come before they are asked for, as those of a pipe do.
  const answers = lines[Symbol.asyncIterator]();
  lines.on("SIGINT", () => process.exit(130));

  const ask = async (question: string): Promise<string> => {
    lines.setPrompt(question);
    lines.prompt();
    return await answer();
  };
  const answer = async (): Promise<string> => {
    const { value, done } = await answers.next();
    if (done) throw new Error("The answers ended before the questions.");
    return value;
  };
  const askHidden = async (question: string): Promise<string> => {
    lines.setPrompt(question);
    lines.prompt();
    isHidden = true;
    try {
      return await answer();
    } finally {
      isHidden = false;
      process.stderr.write("\n");
    }
  };
  return { ask, askHidden, close: () => lines.close() };
}
