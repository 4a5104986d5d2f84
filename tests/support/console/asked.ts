// What a browser asked of the API, and what it was told: tables, views and procedures, and their columns.
import type { Page, Response } from "playwright-core";

/** Requests of somebody's pages. */
export interface Asked {
  /** As `invoices`, `rpc/board`. */
  readonly resources: ReadonlySet<string>;
  /** Each column that a request named or an answer had, and by what it came. */
  readonly columns: ReadonlyMap<string, string>;
  /** Waits until the answers so far are read. */
  read(): Promise<void>;
}

/** Writes down what a page asks for from now on. */
export function recordAsked(page: Page): Asked {
  const resources = new Set<string>();
  const columns = new Map<string, string>();
  const reading: Promise<void>[] = [];
  const learn = (name: string, from: string) => {
    if (!columns.has(name)) columns.set(name, from);
  };
  const note = async (answer: Response) => {
    const url = new URL(answer.url());
    const [, resource] = /^\/rest\/v1\/(.+)$/.exec(url.pathname) ?? [];
    if (resource === undefined || answer.request().method() === "OPTIONS") return;
    resources.add(resource);
    for (const [name, value] of url.searchParams) {
      const named = name === "select" ? value : `${name} ${name === "order" ? value : ""}`;
      for (const [word] of named.matchAll(/\w+/g)) learn(word, `${resource}: ${name}=${value}`);
    }
    const told: unknown = await answer.json().catch(() => null);
    for (const name of keysOf(told)) learn(name, resource);
  };
  page.on("response", (answer) => void reading.push(note(answer)));
  return { resources, columns, read: async () => void await Promise.all(reading) };
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}
