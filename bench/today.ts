/** The day that the jobs take for today in every benchmark. */
export const TODAY = "2026-06-01";
