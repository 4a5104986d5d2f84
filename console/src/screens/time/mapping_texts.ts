import type { ImportMapping } from "../../../../supabase/functions/_shared/moving_in/mapping.ts";

/** A mapping as a form has it: a line of text for each column, and one for each value that is another one here. */
export interface MappingTexts {
  /** Headings with a plus between them, or a value in quotes that is the same in each row. */
  readonly columns?: Readonly<Record<string, string | null | undefined>>;
  /** Lines such as `OT = regular`. */
  readonly codes?: string | null;
  /** Lines such as `Locked = yes`. */
  readonly approvals?: string | null;
}

/** A mapping as the form shows it. */
export function textsOf(
  { columns, constants, replacements }: {
    readonly columns: unknown;
    readonly constants: unknown;
    readonly replacements: unknown;
  },
): MappingTexts {
  const mapping = { columns, constants, replacements } as ImportMapping;
  const pairs = (name: string) =>
    Object.entries(mapping.replacements[name] ?? {}).map(([theirs, ours]) => `${theirs} = ${ours}`)
      .join("\n");
  return {
    columns: {
      ...Object.fromEntries(
        Object.entries(mapping.columns).map(([name, headings]) => [name, headings.join(" + ")]),
      ),
      ...Object.fromEntries(
        Object.entries(mapping.constants).map(([name, value]) => [name, `"${value}"`]),
      ),
    },
    codes: pairs("code"),
    approvals: pairs("approved"),
  };
}

/** A mapping that was typed; what nobody understands the server refuses. */
export function mappingOf(
  { columns = {}, codes, approvals }: MappingTexts,
): {
  columns: Record<string, string[]>;
  constants: Record<string, string>;
  replacements: Record<string, Record<string, string>>;
} {
  const typed = Object.entries(columns).flatMap(([name, text]) =>
    (text ?? "").trim() === "" ? [] : [[name, (text ?? "").trim()] as const]
  );
  const constantOf = (text: string) => /^"(.*)"$/.exec(text)?.[1];
  const pairs = (text: string | null | undefined) =>
    Object.fromEntries(
      (text ?? "").split("\n").map((line) => line.split("=").map((part) => part.trim()))
        .flatMap(([theirs = "", ours = ""]) => theirs === "" ? [] : [[theirs, ours]]),
    );
  const replacements = { code: pairs(codes), approved: pairs(approvals) };
  return {
    columns: Object.fromEntries(
      typed.filter(([, text]) => constantOf(text) === undefined)
        .map(([name, text]) => [name, text.split("+").map((one) => one.trim())]),
    ),
    constants: Object.fromEntries(
      typed.flatMap(([name, text]) => {
        const value = constantOf(text);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    replacements: Object.fromEntries(
      Object.entries(replacements).filter(([, pairs]) => Object.keys(pairs).length > 0),
    ),
  };
}
