import { Box, Card, CardContent, Typography } from "@mui/material";
import { allRows, type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, daysAfter } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { AssignmentLink, FacilityLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { setEnd, WithoutCredentials } from "./end_assignment.tsx";

const say = words.people.renewals;
const BUCKETS = ["expired", "30", "60", "90"] as const;
const HALF_A_YEAR = 182;
type Renewal = Row<"renewals_due">;

/** Contracts that come up for renewal, by how long there is: extended, or let go. */
export function Renewals() {
  const renewals = useAsk(
    ["renewals_due"],
    () => allRows("renewals_due", { select: "*", order: "renewal_date,contract_renewal_id" }),
  );
  return (
    <Page title={say.title} about={say.about}>
      <Loaded query={renewals}>
        {(found) => (
          <Box
            sx={{
              display: "grid",
              gridTemplateColumns: "repeat(auto-fit, minmax(220px, 1fr))",
              gap: 2,
              mt: 1,
            }}
          >
            {BUCKETS.map((bucket) => {
              const theirs = found.filter((one) => one.bucket === bucket);
              return (
                <Box key={bucket} component="section" aria-label={say.buckets[bucket]}>
                  <Typography variant="h6" component="h2">
                    {say.buckets[bucket]} ({theirs.length})
                  </Typography>
                  {theirs.length === 0 && (
                    <Typography color="text.secondary">{say.none}</Typography>
                  )}
                  {theirs.map((one) => <RenewalCard key={one.contract_renewal_id} renewal={one} />)}
                </Box>
              );
            })}
          </Box>
        )}
      </Loaded>
    </Page>
  );
}

function RenewalCard({ renewal }: { renewal: Renewal }) {
  const me = useMe();
  const name = renewal.contractor_name ?? "";
  const id = renewal.contract_renewal_id;
  return (
    <Card sx={{ mb: 1 }}>
      <CardContent sx={{ py: 1, "&:last-child": { pb: 1 } }}>
        <Typography component="h3" sx={{ fontWeight: "bold" }}>
          <PersonLink id={renewal.contractor_id}>{name}</PersonLink>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          <FacilityLink id={renewal.facility_id}>{renewal.facility_name}</FacilityLink>
        </Typography>
        <Typography variant="body2">
          <AssignmentLink id={renewal.assignment_id}>{day(renewal.renewal_date)}</AssignmentLink>,
          {" "}
          {say.left(renewal.days_left ?? 0)}
        </Typography>
        {isOneOf(me, "recruiting") && (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, mt: 0.5 }}>
            <FormDialog
              button={say.extend}
              title={say.extendTitle(name)}
              text={say.extendAbout}
              submit={say.extendSubmit}
              done={say.extended}
              buttonProps={{ "aria-label": `${say.extend}: ${name}` }}
              defaultValues={() => ({
                end_date: daysAfter(renewal.end_date ?? renewal.renewal_date ?? "", HALF_A_YEAR),
              })}
              act={setEnd(renewal.assignment_id ?? "")}
            >
              <DayInput source="end_date" label={say.newEnd} optional />
              <WithoutCredentials endDate={renewal.end_date} />
            </FormDialog>
            <FormDialog
              button={say.letGo}
              title={say.letGoTitle(name)}
              text={say.letGoAbout}
              submit={words.common.yes}
              done={say.letGoDone}
              buttonProps={{ variant: "text", "aria-label": `${say.letGo}: ${name}` }}
              act={() =>
                update("contract_renewals", { id: `eq.${id}`, status: "eq.upcoming" }, {
                  status: "declined",
                })}
            />
            {(renewal.open_alerts ?? 0) > 0 && (
              <ActButton
                label={say.seen}
                aria-label={`${say.seen}: ${name}`}
                variant="text"
                done={say.seenDone}
                act={() =>
                  update("contract_alerts", {
                    contract_renewal_id: `eq.${id}`,
                    acknowledged_at: "is.null",
                    due_on: `lte.${
                      daysAfter(renewal.renewal_date ?? "", -(renewal.days_left ?? 0))
                    }`,
                  }, { acknowledged_at: new Date().toISOString() })}
              />
            )}
          </Box>
        )}
      </CardContent>
    </Card>
  );
}
