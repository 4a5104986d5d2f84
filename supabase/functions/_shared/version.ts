/** The version of the functions and the console. `deno.json` has it; `deno task version` writes it here. */
export const VERSION = "1.0.2";
