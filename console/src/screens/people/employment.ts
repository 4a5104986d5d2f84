/** Kinds of employment. */
export const EMPLOYMENT_TYPES = ["w2", "1099", "corp_to_corp"] as const;
