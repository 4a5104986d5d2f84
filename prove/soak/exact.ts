/** Money and hours in whole hundredths. */

/**
 * A number with at most two decimals, in hundredths.
 *
 * @param value as text or as JSON gives it: `"12.5"`, `12.5`, `8`
 * @throws {Error} it is no such number
 */
export function hundredths(value: unknown): bigint {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(`${value}`) ?? [];
  if (whole === "") throw new Error(`${value} is no number with two decimals`);
  const amount = BigInt(whole + part.padEnd(2, "0"));
  return sign === "-" ? -amount : amount;
}

/** Hundredths as a decimal: `12.50`. */
export function decimal(amount: bigint): string {
  const digits = `${amount < 0n ? -amount : amount}`.padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** All of them together. */
export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};
