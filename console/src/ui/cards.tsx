import { Box, LinearProgress, type Theme, Typography, useMediaQuery } from "@mui/material";
import type { ReactNode } from "react";
import { type RaRecord, useListContext } from "react-admin";
import { isStaff } from "../me.ts";
import { words } from "../words.ts";
import { useMe } from "./use_me.ts";

/** A row as a card: what it is, and what there is to know of it, name by name. */
export interface Card {
  readonly key: string;
  readonly title: ReactNode;
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** True for contractors and contacts on a phone, where a table would hide half of itself. */
export function useCards(): boolean {
  const me = useMe();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down("sm"), { noSsr: true });
  return isPhone && !isStaff(me);
}

/** Cards below each other. */
export function Cards({ label, cards }: { label: string; cards: readonly Card[] }) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {cards.map(({ key, title, facts }) => (
        <Box key={key} component="li" sx={{ py: 1, borderBottom: 1, borderColor: "divider" }}>
          <Typography component="div" sx={{ fontWeight: "bold", overflowWrap: "anywhere" }}>
            {title}
          </Typography>
          <Box component="dl" sx={{ m: 0 }}>
            {facts.filter(([, value]) =>
              value !== null && value !== undefined && value !== ""
            )
              .map(([name, value]) => (
                <Box
                  key={name}
                  sx={{ display: "flex", justifyContent: "space-between", columnGap: 2 }}
                >
                  <Typography component="dt" variant="body2" color="text.secondary">
                    {name}
                  </Typography>
                  <Typography
                    component="dd"
                    variant="body2"
                    sx={{
                      m: 0,
                      minWidth: 0,
                      textAlign: "right",
                      overflowWrap: "anywhere",
                      fontVariantNumeric: "tabular-nums",
                    }}
                  >
                    {value}
                  </Typography>
                </Box>
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The page of a list as cards. */
export function ListCards<Row extends RaRecord>(
  { card, empty }: { card: (row: Row) => Omit<Card, "key">; empty: ReactNode },
) {
  const { data, isPending } = useListContext<Row>();
  if (isPending) return <LinearProgress sx={{ my: 2 }} aria-label={words.common.loading} />;
  if (data === undefined || data.length === 0) return <>{empty}</>;
  return (
    <Box sx={{ px: 2 }}>
      <Cards
        label={words.common.list}
        cards={data.map((row) => ({ key: String(row.id), ...card(row) }))}
      />
    </Box>
  );
}
