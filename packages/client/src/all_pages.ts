/** An answer of supabase-js that has rows, or says why it has none. */
export interface Page<Row> {
  readonly data: readonly Row[] | null;
  readonly error: unknown;
}

/** Most rows of an answer (`max_rows` of the project). */
const MAX_ROWS = 1000;

/**
 * All rows of a table, a view or a procedure, page by page: an answer has at most 1000 rows, and leaves out what is
 * beyond without a word. The query has an order that no two rows share; of a view or a procedure the documentation
 * names one (Pages). Rows that others write meanwhile shift the pages.
 *
 * @param page asks for the rows from the first to the last of these numbers, as `range` takes them
 * @param size the project's `max_rows`, if it is another
 * @throws the error of the first page that has one
 *
 * @example
 * ```ts ignore
 * const invoices = await allPages((from, to) =>
 *   supabase.from("invoices").select("id, number").order("id").range(from, to)
 * );
 * ```
 */
export async function allPages<Row>(
  page: (from: number, to: number) => PromiseLike<Page<Row>>,
  size: number = MAX_ROWS,
): Promise<Row[]> {
  const found: Row[] = [];
  for (;;) {
    const { data, error } = await page(found.length, found.length + size - 1);
    if (data === null || error) throw error ?? new Error("The answer has no rows.");
    found.push(...data);
    if (data.length < size) return found;
  }
}
