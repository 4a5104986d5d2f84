/** A count in words: `1 day`, `0 days`, `1,200 entries`. */
export function counted(number: number | string, one: string, many: string = `${one}s`): string {
  return `${number} ${String(number) === "1" ? one : many}`;
}
