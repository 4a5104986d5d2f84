/** Commands of Deno for folders with a package.json, which are projects of their own to it: without deno.json. */

/** As deno.json has it. */
export const FORMAT: readonly string[] = ["fmt", "--no-config", "--line-width=100"];

/** The rules of deno.json, but for the types of what a module exports: those of a component say nothing. */
export const LINT: readonly string[] = [
  "lint",
  "--no-config",
  "--rules-tags=recommended",
  "--rules-include=ban-untagged-todo,default-param-last,eqeqeq,guard-for-in,no-const-assign,no-eval," +
  "no-non-null-assertion,no-self-compare,no-throw-literal,single-var-declarator",
];
