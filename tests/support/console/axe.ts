import type { Person } from "./person.ts";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe-core finds on the page as it is. */
export async function inaccessible({ page }: Person): Promise<string[]> {
  return await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: unknown,
        ) => Promise<
          { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
        >;
      };
    };
    const { violations } = await axe.run({ runOnly: { type: "tag", values: tags } });
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 200)}: ${failureSummary}`
      )
    );
  }, WCAG);
}
