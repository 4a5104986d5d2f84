import { Box, Button, Checkbox, FormControlLabel, Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { type Identifier, type RaRecord, useListContext, useNotify } from "react-admin";
import type { Refusal } from "../../api/refusal.ts";
import { useAct } from "../../ui/act.tsx";
import { type Coded, codedOf, sumsOf } from "../../ui/codes.ts";
import { count, weekStart } from "../../ui/format.ts";
import { Col } from "../../ui/list.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { useApproving } from "./approving.tsx";
import { move, type Seen } from "./moves.ts";

const say = words.time.approve;

/** An entry in a list of time, as somebody saw it. */
interface Listed extends RaRecord, Coded {
  readonly assignment_id: string;
  readonly work_date: string;
  readonly status: string;
  readonly set_aside_reason: string | null;
  /** Of rows of the table itself; those of a view have the title themselves. */
  readonly time_codes?: { title: string; unit: string };
}

function codedIn({ time_codes: code, ...entry }: Listed): Coded {
  return code === undefined ? entry : codedOf({ ...entry, time_codes: code });
}

/** True of time that waits for approval. */
function isWaiting({ status, set_aside_reason: aside }: RaRecord): boolean {
  return (status === "submitted" || status === "pending_approval") && aside === null;
}

/** The column to choose rows by that wait for approval. */
export function ChooseCol<Row extends RaRecord>({ name }: { name: (row: Row) => string }) {
  return (
    <Col
      label={words.common.choose}
      render={(row: Row) =>
        isWaiting(row) && <Choose id={row.id} name={`${name(row)}, ${String(row["work_date"])}`} />}
    />
  );
}

function Choose({ id, name }: { id: Identifier; name: string }) {
  const { selectedIds = [], onToggleItem } = useListContext();
  return (
    <Checkbox
      size="small"
      sx={{ p: 0.25 }}
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { "aria-label": `${words.common.choose} ${name}` } }}
    />
  );
}

/** Approves the chosen rows of a list of time, on whichever of its pages they are; `tell` takes what was refused, by row. */
export function ApproveChosen(
  { tell }: { tell: (refused: ReadonlyMap<string, Refusal>) => void },
) {
  const { weekStartsOn } = useMe();
  const { data, selectedIds = [], onSelect, onUnselectItems } = useListContext<Listed>();
  const [seen, setSeen] = useState<ReadonlyMap<unknown, Listed>>(new Map());
  const { isBusy, refusal, run, forget } = useAct();
  const notify = useNotify();
  useEffect(
    () =>
      setSeen((before) =>
        new Map([...before, ...(data ?? []).map((row) => [row.id, row] as const)])
      ),
    [data],
  );
  // The browser remembers what was chosen on a former visit; nobody sees that here.
  useEffect(() => onUnselectItems(), []);

  const seenAs = (entries: readonly Listed[], status?: string) =>
    entries.map((entry): Seen => ({
      id: String(entry.id),
      status: status ?? entry.status,
      week: `${weekStart(entry.work_date, weekStartsOn)} ${entry.assignment_id}`,
    }));
  const { approve, note } = useApproving<Listed>({
    idOf: ({ id }) => String(id),
    decide: (entries) => move(seenAs(entries), { status: "approved" }),
    takeBack: async (entries) => {
      const { refused } = await move(seenAs(entries, "approved"), { status: "submitted" });
      tell(refused);
      const [first] = refused.values();
      if (first !== undefined) throw first;
    },
  });
  const chosen = selectedIds.flatMap((id) => seen.get(id) ?? []).filter(isWaiting);
  const open = (data ?? []).filter(isWaiting);
  const isAll = open.length > 0 && open.every(({ id }) => selectedIds.includes(id));
  return (
    <>
      <RefusalNote refusal={refusal} onClose={forget} />
      {note}
      {(open.length > 0 || chosen.length > 0) && (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, px: 2 }}>
          <FormControlLabel
            label={say.chooseOpen(open.length)}
            control={
              <Checkbox
                size="small"
                checked={isAll}
                indeterminate={!isAll && chosen.length > 0}
                onChange={() =>
                  isAll ? onUnselectItems() : onSelect(open.map(({ id }) => id))}
              />
            }
          />
          {chosen.length > 0 && (
            <>
              <Typography sx={{ flexGrow: 1, fontVariantNumeric: "tabular-nums" }}>
                {say.chosenEntries(chosen.length, sumsOf(chosen.map(codedIn)))}
              </Typography>
              <Button
                variant="contained"
                size="small"
                disabled={isBusy}
                onClick={() =>
                  void run(async () => {
                    const { refused } = await approve(chosen, say.approvedEntries(chosen.length));
                    tell(refused);
                    onUnselectItems();
                    if (refused.size > 0) {
                      notify(say.notAllEntries(count(refused.size)), { type: "warning" });
                    }
                  })}
              >
                {isBusy ? words.common.running : say.approveEntries(chosen.length)}
              </Button>
            </>
          )}
        </Box>
      )}
    </>
  );
}
