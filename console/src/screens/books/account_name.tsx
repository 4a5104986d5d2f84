import { Typography } from "@mui/material";
import { words } from "../../words.ts";
import type { Account } from "./postings.ts";

/** `4000 Staffing revenue`, as the firm's chart has it. */
export function chartName({ number, name }: Pick<Account, "number" | "name">): string {
  return [number, name].filter(Boolean).join(" ");
}

/** An account by its name in the firm's chart; by our own beside it, where that is another. */
export function AccountName({ of }: { of: Account }) {
  const own = words.books.accountNames[of.account];
  return (
    <>
      {chartName(of)}
      {own !== of.name && <Typography variant="body2" color="text.secondary">{own}</Typography>}
    </>
  );
}
