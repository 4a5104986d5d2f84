/**
 * Something the person at the keyboard can put right. Its message is one line that says what is
 * wrong and what to do; the stack prints nothing else about it and ends with exit code 1.
 */
export class StackError extends Error {
  override readonly name = "StackError";
}

/** The text of whatever was thrown, on one line. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.replaceAll(/\s*\n\s*/g, " ").trim();
}
