import type { Choice } from "./choice.ts";
import { ANYTHING, largeValues, oddValues } from "./odd_values.ts";
import type { Surface } from "./surface.ts";

/** Purpose of a value. */
export interface Place {
  /** The argument or column. */
  readonly name: string;
  /** As `format_type` has it. */
  readonly type: string;
}

/** Once in so many an odd value is a large one: they take time. */
const LARGE = 400;

/** A value that may well be right: one that a column of that name has, or an id of some row. */
export function likelyValue(choice: Choice, surface: Surface, { name, type }: Place): string {
  const examples = surface.examples.get(name) ?? [];
  if (examples.length > 0 && choice.once(3)) return choice.of(examples);
  const same = surface.values.get(type.endsWith("[]") ? name.replace(/s$/, "") : name) ?? [];
  const known = same.length > 0 && !choice.once(8)
    ? same
    : type.startsWith("uuid")
    ? surface.ids
    : oddValues(type);
  const value = known.length === 0 ? "null" : choice.of(known);
  if (!type.endsWith("[]") || value.startsWith("[")) return value;
  return choice.once(3) ? `[${value},${choice.of(known)}]` : `[${value}]`;
}

/** A value that nobody gives in good faith: odd or large of its type, or of another type. */
export function hostileValue(choice: Choice, surface: Surface, place: Place): string {
  if (choice.once(LARGE)) return choice.of(largeValues(place.type));
  if (choice.once(5)) return choice.of(ANYTHING);
  if (place.type.startsWith("uuid") && choice.once(3)) return JSON.stringify(choice.uuid());
  if (place.type.startsWith("uuid") && choice.once(3) && surface.ids.length > 0) {
    return choice.of(surface.ids);
  }
  return choice.of(oddValues(place.type));
}

/**
 * An object with a value for each place, as JSON text: likely ones but for some.
 *
 * @param odd of how many places one is odd, on average
 */
export function objectOf(
  choice: Choice,
  surface: Surface,
  places: readonly Place[],
  odd: number,
): string {
  const members = places.map((place) => {
    const value = choice.once(odd) ? hostileValue : likelyValue;
    return `${JSON.stringify(place.name)}:${value(choice, surface, place)}`;
  });
  return `{${members.join()}}`;
}
