/** The database that holds nothing but the migrations; tests clone it. */
export const TEMPLATE = "staffing_template";
