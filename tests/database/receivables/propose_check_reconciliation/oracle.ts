/** How many of the amounts are looked at. */
const REACH = 24;

/**
 * The fewest, then the first, of the first 24 amounts within 1 … target that add up to it; null when none do.
 *
 * Told from the fewest amounts that make each sum, from the last amount backwards.
 *
 * @param amounts whole cents
 * @returns their positions, from 1
 */
export function firstSummingTo(amounts: readonly number[], target: number): number[] | null {
  const items = amounts
    .map((amount, index) => ({ amount, position: index + 1 }))
    .filter(({ amount }) => amount > 0 && amount <= target)
    .slice(0, REACH);
  // fewest[i].get(sum): how many of the items from i on it takes.
  const fewest = [new Map([[0, 0]])];
  for (const { amount } of items.toReversed()) {
    const [rest = new Map<number, number>()] = fewest;
    const sums = new Map(rest);
    for (const [sum, count] of rest) {
      sums.set(sum + amount, Math.min(count + 1, rest.get(sum + amount) ?? Infinity));
    }
    fewest.unshift(sums);
  }
  let lacking = target;
  let count = fewest[0]?.get(target);
  if (count === undefined) return null;
  const positions: number[] = [];
  for (const [i, { amount, position }] of items.entries()) {
    if (fewest[i + 1]?.get(lacking - amount) !== count - 1) continue;
    positions.push(position);
    lacking -= amount;
    count -= 1;
  }
  return positions;
}
