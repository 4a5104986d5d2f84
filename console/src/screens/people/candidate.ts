import type { Row } from "../../api/rows.ts";

/** A candidate, as the list has it. */
export type Candidate = Pick<
  Row<"candidates">,
  "id" | "first_name" | "last_name" | "email" | "phone" | "specialty" | "status"
>;

/** `Maya Quinn` */
export function nameOf(
  { first_name: first, last_name: last }: Pick<Candidate, "first_name" | "last_name">,
): string {
  return `${first} ${last}`;
}

/** `Quinn, Maya`: as lists show it that are sorted by it. */
export function listedName(
  { first_name: first, last_name: last }: Pick<Candidate, "first_name" | "last_name">,
): string {
  return `${last}, ${first}`;
}
