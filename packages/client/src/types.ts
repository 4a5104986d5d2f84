/** The types of the database, for `createClient<Database>(…)`, and of what its columns of JSON hold. */
export type * from "../../../supabase/functions/_shared/database.types.ts";
