import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders that have pages, beside the root. All others are left out. */
const FOLDERS = ["deploy", "docs", "examples", "packages"];

/** A group of the menu. */
export interface MenuGroup {
  readonly text: string;
  /** Paths from the root; `*` stands for a name, and `**` for folders, also for none. Each page is named once. */
  readonly pages: readonly string[];
  /** True if its pages are seen before somebody opens it. */
  readonly isOpen: boolean;
}

/** The menu: by what somebody is there for. */
export const MENU: readonly MenuGroup[] = [
  {
    text: "Start",
    pages: ["README.md", "docs/words.md", "docs/alternatives.md"],
    isOpen: true,
  },
  {
    text: "A week in the console",
    pages: [
      "docs/for/recruiting.md",
      "docs/for/payroll.md",
      "docs/for/billing.md",
      "docs/for/owner.md",
      "docs/for/facility_contact.md",
      "docs/for/contractor.md",
    ],
    isOpen: true,
  },
  {
    text: "For operators",
    pages: [
      "docs/local.md",
      "docs/operations.md",
      "docs/people.md",
      "docs/controls.md",
      "docs/keys.md",
      "docs/secret_key.md",
      "docs/erasing.md",
      "docs/moving_in.md",
      "docs/remittances.md",
      "docs/mail.md",
      "docs/log.md",
      "deploy/**/README.md",
      "docs/own_objects.md",
      "docs/scale.md",
      "docs/performance.md",
      "docs/reliability.md",
      "SECURITY.md",
    ],
    isOpen: false,
  },
  {
    text: "For developers",
    pages: [
      "docs/walkthrough.md",
      "packages/**/README.md",
      "examples/**/README.md",
      "docs/architecture.md",
      "docs/embedded_rest.md",
      "CONTRIBUTING.md",
      "AGENTS.md",
    ],
    isOpen: false,
  },
  {
    text: "Rules and papers",
    pages: [
      "docs/codes.md",
      "docs/client_time.md",
      "docs/credentials.md",
      "docs/planned_shifts.md",
      "docs/fees.md",
      "docs/overtime.md",
      "docs/leave.md",
      "docs/minimum_wages.md",
      "docs/documents.md",
      "docs/journal.md",
      "docs/pay_periods.md",
      "docs/payroll_files.md",
      "docs/profit.md",
    ],
    isOpen: false,
  },
  {
    text: "Reference",
    pages: ["docs/api.md", "docs/api/*.md", "docs/errors.md", "CHANGELOG.md"],
    isOpen: false,
  },
];

/** The pages of the site, as paths from the root, and patterns of what else lies there. */
export function pagesOf(
  root: string,
): { pages: readonly string[]; excluded: readonly string[] } {
  const entries = readdirSync(root, { withFileTypes: true });
  const others = entries.filter((entry) => entry.isDirectory() && !FOLDERS.includes(entry.name));
  const own = entries.filter(({ name }) => name.endsWith(".md")).map((
    { name },
  ) => name);
  const below = FOLDERS.filter((folder) => entries.some(({ name }) => name === folder))
    .flatMap((folder) => pagesBelow(root, folder));
  return {
    pages: [...own, ...below].sort(),
    excluded: others.map(({ name }) => `${name}/**`),
  };
}

/** Pages that a pattern of the menu names, in alphabetical order. */
export function pagesThatMatch(
  pattern: string,
  pages: readonly string[],
): string[] {
  const source = pattern.replaceAll(".", "\\.")
    .replaceAll(/\*\*\/|\*/g, (star) => star === "*" ? "[^/]+" : "(?:[^/]+/)*");
  return pages.filter((page) => new RegExp(`^${source}$`).test(page));
}

/** The heading of a page. */
export function titleOf(root: string, page: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, page), "utf8")) ??
    [];
  if (title === undefined) throw new Error(`${page} has no heading`);
  return title;
}

function pagesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(
    (entry) => {
      const path = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return path.endsWith(".md") ? [path] : [];
      return entry.name === "node_modules" || entry.name === "dist" ? [] : pagesBelow(root, path);
    },
  );
}
