import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from "@mui/material";
import { useId, useState } from "react";
import { callAll, type RowOf } from "../../api/call.ts";
import { day, hours, money } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.payroll.regularRate;
type Sum = RowOf<"regular_rate_of_week">;

/** Opens the explanation of the regular rate of somebody's week. */
export function RegularRate({ contractorId, week }: { contractorId: string; week: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const id = useId();
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-haspopup="dialog"
        aria-label={say.openOf(day(week))}
        onClick={() => setOpen(true)}
      >
        {say.open}
      </Button>
      {isOpen && (
        <Dialog open fullWidth maxWidth="lg" onClose={close} aria-labelledby={id}>
          <DialogTitle id={id}>{say.title(day(week))}</DialogTitle>
          {/* It is longer than a screen: who has no mouse scrolls it. */}
          <DialogContent tabIndex={0}>
            <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
              {say.about}
            </Typography>
            <Sums contractorId={contractorId} week={week} />
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={close}>{say.close}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

function Sums({ contractorId, week }: { contractorId: string; week: string }) {
  const sums = useAsk(["regular_rate_of_week", contractorId, week], (signal) =>
    callAll(
      "regular_rate_of_week",
      { contractor_id: contractorId, week_start: week },
      "place",
      signal,
    ));
  return (
    <Loaded query={sums}>
      {(found) => (
        <Rows
          label={say.title(day(week))}
          rows={found}
          rowKey={({ place }) => String(place)}
          empty={say.none}
          columns={[
            {
              label: say.what,
              value: (sum) => (
                <>
                  {whatOf(sum)}
                  {sum.facility_name && (
                    <Box component="span" sx={{ color: "text.secondary" }}>
                      {`, ${sum.facility_name}`}
                    </Box>
                  )}
                </>
              ),
            },
            { label: say.hours, value: (sum) => hours(sum.hours), isNumber: true },
            { label: say.rate, value: (sum) => exact(sum.rate), isNumber: true },
            { label: words.common.amount, value: (sum) => exact(sum.amount), isNumber: true },
            { label: say.standing, value: ({ standing }) => say.standings[standing] },
            {
              label: say.why,
              value: ({ explanation, section }) => (
                <>
                  {explanation}
                  <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
                    {section}
                  </Box>
                </>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

function whatOf({ kind, title }: Sum): string {
  const what = say.kinds[kind] ?? kind;
  return title === null ? what : `${say.titles[title] ?? title}: ${what}`;
}

/** Cents, and more decimals where there are: a week is rounded once. */
function exact(amount: number | null): string {
  if (amount === null) return "";
  const text = money(amount);
  return Number.isInteger(Math.round(amount * 1e4) / 100) ? text : say.exact(amount);
}
