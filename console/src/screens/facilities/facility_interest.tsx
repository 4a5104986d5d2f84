import { Box, Typography } from "@mui/material";
import { insert, type Row, rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { count, day, money, rate, today } from "../../ui/format.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { ExampleOfForm, InterestExample } from "./interest_example.tsx";
import { dayCountText, DEFAULTS, TermsFields, termsOf, valuesOf } from "./terms_fields.tsx";

const say = words.facilities.interest;

/** Interest that a facility owes on late invoices, by its terms, dated. */
export function FacilityInterest({ facilityId }: { facilityId: string }) {
  const me = useMe();
  const now = today(me.timezone);
  const terms = useAsk(["interest_terms", facilityId], (signal) =>
    rows("facility_interest_terms", {
      select: "*",
      facility_id: `eq.${facilityId}`,
      order: "effective_from.desc",
    }, signal));
  return (
    <Loaded query={terms}>
      {(found) => {
        const inForce = found.find((one) => one.effective_from <= now);
        return (
          <Part
            title={say.title}
            about={say.about}
            actions={isOneOf(me, "billing") && (
              <FormDialog
                button={say.add}
                title={say.add}
                text={say.addAbout}
                submit={say.add}
                done={say.added}
                defaultValues={() => ({ ...DEFAULTS, ...valuesOf(inForce), effective_from: now })}
                act={(values) =>
                  insert("facility_interest_terms", [{
                    ...termsOf(values),
                    facility_id: facilityId,
                  }])}
              >
                <TermsFields />
                <ExampleOfForm />
              </FormDialog>
            )}
          >
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.id}
              empty={say.none}
              columns={[
                { label: say.from, value: (one) => day(one.effective_from) },
                { label: say.rate, value: (one) => rate(one.annual_rate), isNumber: true },
                { label: say.dayCount, value: (one) => dayCountText(one.day_count) },
                { label: say.compounding, value: (one) => say.compoundings[one.compounding] },
                { label: say.grace, value: (one) => one.grace_days, isNumber: true },
                { label: say.accrueFrom, value: (one) => say.accrueFroms[one.accrue_from] },
                { label: say.fee, value: (one) => money(one.fixed_fee), isNumber: true },
                { label: say.waive, value: (one) => money(one.waive_below), isNumber: true },
                { label: say.limits, value: limitsOf },
                {
                  label: say.disputedLabel,
                  value: (one) => one.disputed_bears_interest ? say.disputedYes : say.disputedNo,
                },
              ]}
            />
            {inForce && (
              <Box sx={{ mt: 2 }}>
                <Typography variant="subtitle2" component="h3">{say.inForce}</Typography>
                <InterestExample terms={inForce} dueDate={now} />
              </Box>
            )}
          </Part>
        );
      }}
    </Loaded>
  );
}

/** The most days and the most interest, where the terms have a limit. */
function limitsOf(one: Row<"facility_interest_terms">): string {
  return [
    one.maximum_days === null ? [] : [say.limitDays(count(one.maximum_days))],
    one.maximum_fraction === null ? [] : [say.limitShare(rate(one.maximum_fraction))],
  ].flat().join(", ");
}
