// Held by the type check alone (`deno task console check`): nothing imports this file.
import { insert, type Selected } from "./rows.ts";

type Facility = Selected<"facilities", "id,name">;

/** A column that the select asks for is there. */
export const nameOf = (facility: Facility): string => facility.name;

// @ts-expect-error a column that the select leaves out is not
export const stateOf = (facility: Facility): unknown => facility.work_state;

/** Of a select that is no literal nothing is known. */
export const unknownSelect: Selected<"facilities", string> extends never ? true : false = true;

/** Columns that the table has are written. */
export const named = () => insert("facilities", [{ name: "North" }]);

// @ts-expect-error a column that the table has not is not written
export const misnamed = () => insert("facilities", [{ title: "North" }]);
