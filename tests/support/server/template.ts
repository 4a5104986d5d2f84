/** The database that holds nothing but the source tree of the schema; tests clone it. */
export const TEMPLATE = "staffing_template";
