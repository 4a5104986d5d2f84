import { Box, Button, Typography } from "@mui/material";
import { useState } from "react";
import { call, type RowOf } from "../api/call.ts";
import { words } from "../words.ts";
import { dayOf, instant } from "./format.ts";
import { pathOf } from "./links.tsx";
import { Loaded, useAsk } from "./loaded.tsx";
import type { About } from "./notes.tsx";
import { Part } from "./page.tsx";
import { TextLink } from "./rows.tsx";
import { useMe } from "./use_me.ts";

const say = words.timeline;
/** Rows that are asked for at once. */
const PAGE = 50;
/** Source of what a row says of itself: often it has the day alone. */
const RECORD = "record";

interface Of {
  readonly kind: About;
  readonly id: string;
}

/** Story of a row in sentences, newest first: what was done to it, its mails and its notes. */
export function Timeline({ kind, id }: Of) {
  return (
    <Part title={say.title}>
      <Stretch kind={kind} id={id} before={null} />
    </Part>
  );
}

/** Fifty rows of it, and those before once they are asked for. */
function Stretch({ kind, id, before }: Of & { before: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const { timezone } = useMe();
  const story = useAsk(
    ["timeline", kind, id, before],
    (signal) =>
      call(
        "timeline",
        { kind, id, most: PAGE, ...(before === null ? {} : { before }) },
        signal,
      ),
  );
  return (
    <Loaded query={story}>
      {(found) => {
        const last = found.at(-1);
        if (last === undefined) {
          return before === null && <Typography color="text.secondary">{say.none}</Typography>;
        }
        return (
          <>
            <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0 }}>
              {found.map((one) => {
                const path = one.about_id === id ? null : pathTo(one);
                return (
                  <Box
                    component="li"
                    key={one.place}
                    sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, py: 0.5 }}
                  >
                    <Typography
                      variant="body2"
                      color="text.secondary"
                      sx={{ minWidth: 170, fontVariantNumeric: "tabular-nums" }}
                    >
                      {one.source === RECORD ? dayOf(one.at, timezone) : instant(one.at, timezone)}
                    </Typography>
                    <Typography
                      variant="body2"
                      sx={{ flex: 1, minWidth: 220, overflowWrap: "anywhere" }}
                    >
                      {path === null ? one.said : <TextLink to={path}>{one.said}</TextLink>}
                    </Typography>
                  </Box>
                );
              })}
            </Box>
            {found.length === PAGE && !isOpen && (
              <Button size="small" onClick={() => setOpen(true)}>{say.earlier}</Button>
            )}
            {isOpen && <Stretch kind={kind} id={id} before={last.place} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** Page of the row that a sentence, or a change of the audit log, is about; null where it has none. */
export function pathTo(
  { about, about_id: id }: Pick<RowOf<"timeline">, "about" | "about_id">,
): string | null {
  if (about === null || id === null) return null;
  if (about === "payroll_batch") return pathOf.batch(id);
  return about in pathOf ? pathOf[about as keyof typeof pathOf](id) : null;
}
