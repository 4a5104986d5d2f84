/** Explanations of regular rates. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A sum of a week, or what they come to; numbers as the database writes them. */
export interface Explained {
  readonly kind: string;
  readonly title: string | null;
  readonly hours: string | null;
  readonly rate: string | null;
  readonly amount: string | null;
  readonly standing: "in" | "out" | "credited" | "result";
  readonly section: string;
  readonly explanation: string;
}

/** The explanation of a contractor's week. */
export function explanationOf(
  sql: Sql,
  contractorId: string,
  weekStart: string,
): Promise<Explained[]> {
  return sql.unsafe<Explained[]>(
    `select kind, title, trim_scale(hours)::text as hours, trim_scale(rate)::text as rate,
            trim_scale(amount)::text as amount, standing, section, explanation
       from regular_rate_of_week($1, $2) order by place`,
    [contractorId, weekStart],
  );
}

/** The same, each as `"straight Regular 40 × 20 = 800: in, 29 CFR 778.109, 778.115"`. */
export async function explainedLines(
  sql: Sql,
  contractorId: string,
  weekStart: string,
): Promise<string[]> {
  const rows = await explanationOf(sql, contractorId, weekStart);
  return rows.map(({ kind, title, hours, rate, amount, standing, section }) =>
    [
      [kind, title, hours, rate && `× ${rate}`, amount && `= ${amount}`].filter(Boolean).join(" "),
      `${standing}, ${section}`,
    ].join(": ")
  );
}
