import { Typography } from "@mui/material";
import { words } from "../../words.ts";
import type { Account } from "./postings.ts";

/** `4000 Staffing revenue`, as the firm's chart has it. */
export function chartName({ number, name }: Pick<Account, "number" | "name">): string {
  return [number, name].filter(Boolean).join(" ");
}

/** Our words for an account: its name and what it holds; none for the firm's own. */
export function accountWords(account: string): { readonly name?: string; readonly holds?: string } {
  const names: Readonly<Record<string, string>> = words.books.accountNames;
  const holds: Readonly<Record<string, string>> = words.books.accountHolds;
  const [name, held] = [names[account], holds[account]];
  return name === undefined || held === undefined ? {} : { name, holds: held };
}

/** An account by its name in the firm's chart; by our own beside it, where that is another. */
export function AccountName({ of }: { of: Account }) {
  const own = accountWords(of.account).name ?? of.name;
  return (
    <>
      {chartName(of)}
      {own !== of.name && <Typography variant="body2" color="text.secondary">{own}</Typography>}
    </>
  );
}
