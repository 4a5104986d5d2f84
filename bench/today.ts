import postgres from "postgres";

/** The day that the jobs take for today in every benchmark. */
export const TODAY = "2026-06-01";

/** One connection to a database on which it is noon of a day. */
export function connectOn(url: string, day = TODAY): postgres.Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { "app.clock": `${day} 12:00+00` },
  });
}
