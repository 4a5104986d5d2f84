import { Box, Typography } from "@mui/material";
import { insert, remove, rows, update } from "../api/rows.ts";
import { isOneOf } from "../me.ts";
import { words } from "../words.ts";
import { codeNames, REGULAR } from "./codes.ts";
import { FormDialog } from "./form_dialog.tsx";
import { day, money, today } from "./format.ts";
import { Loaded, useAsk } from "./loaded.tsx";
import { Part } from "./page.tsx";
import { PremiumFields } from "./premium_fields.tsx";
import { changesOf, DEFAULTS, PREMIUM, type Premium, rowOf, valuesOf } from "./premium_terms.ts";
import { Rows } from "./rows.tsx";
import { useMe } from "./use_me.ts";

const say = words.premiums;
/** Place that premiums are of: the firm, a facility, or an assignment there. */
type Place =
  | { readonly of: "firm"; readonly facilityId: null; readonly assignmentId: null }
  | { readonly of: "facility"; readonly facilityId: string; readonly assignmentId: null }
  | { readonly of: "assignment"; readonly facilityId: string; readonly assignmentId: string };

const ABOUT = {
  firm: say.aboutFirm,
  facility: say.aboutFacility,
  assignment: say.aboutAssignment,
};

/** Premiums by clock and calendar: those of a place, and those that hold there besides. */
export function PremiumRules({ place }: { place: Place }) {
  const me = useMe();
  const isAdmin = isOneOf(me);
  const rules = useAsk(["premium_rules", place], (signal) =>
    rows("premium_rules", {
      select: PREMIUM,
      or: holdingAt(place),
      order: "title,effective_from.desc,id",
    }, signal));
  const codes = useAsk(
    ["time_codes", "titles"],
    (signal) => rows("time_codes", { select: "name,title", order: "name" }, signal),
  );
  return (
    <Part
      title={say.title}
      about={ABOUT[place.of]}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.fixed}
          submit={say.add}
          done={say.added}
          defaultValues={() => ({ ...DEFAULTS, effective_from: today(me.timezone) })}
          act={(values) => insert("premium_rules", [{ ...rowOf(values), ...ownerOf(place) }])}
        >
          <PremiumFields facilityId={place.facilityId} />
        </FormDialog>
      )}
    >
      <Loaded query={rules}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found.toSorted((a, b) => distance(a, place) - distance(b, place))}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              {
                label: say.name,
                value: (rule) => (
                  <Name
                    title={rule.title}
                    notes={[
                      ...place.of === "firm" ? [] : [placeOf(rule, place)],
                      ...isOfRegularTime(rule) ? [] : [codeNames(rule.codes, codes.data ?? [])],
                    ]}
                  />
                ),
              },
              { label: say.when, value: whenOf },
              { label: say.pays, value: (rule) => plusOf(rule.pay_multiplier, rule.pay_amount) },
              { label: say.bills, value: (rule) => plusOf(rule.bill_multiplier, rule.bill_amount) },
              { label: say.meets, value: meetsOf },
              { label: words.common.firstDay, value: (rule) => day(rule.effective_from) },
              { label: words.common.lastDay, value: (rule) => day(rule.effective_to) },
              ...isAdmin
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (rule: Premium) =>
                    distance(rule, place) === 0 && <RuleActions rule={rule} place={place} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

const FIRMS = "and(facility_id.is.null,assignment_id.is.null)";

function holdingAt({ of, facilityId, assignmentId }: Place): string {
  if (of === "firm") return `(${FIRMS})`;
  const own = of === "facility" ? "" : `assignment_id.eq.${assignmentId},`;
  return `(${own}facility_id.eq.${facilityId},${FIRMS})`;
}

function ownerOf({ of, facilityId, assignmentId }: Place) {
  if (of === "firm") return {};
  return of === "facility" ? { facility_id: facilityId } : { assignment_id: assignmentId };
}

/** Of a rule of the place itself 0; of others, how much further away it is kept. */
function distance({ facility_id: facility, assignment_id: assignment }: Premium, { of }: Place) {
  const nearest = ["assignment", "facility", "firm"].indexOf(of);
  return (assignment !== null ? 0 : facility !== null ? 1 : 2) - nearest;
}

function placeOf(rule: Premium, { of }: Place): string {
  if (rule.assignment_id !== null) return say.of.assignment;
  if (rule.facility_id === null) return say.of.firm;
  return of === "facility" ? say.of.facility : say.of.facilityHere;
}

const isOfRegularTime = ({ codes }: Premium) => codes.length === 1 && codes[0] === REGULAR;

/** The title, and below it what is not said in a column. */
function Name({ title, notes }: { title: string; notes: readonly string[] }) {
  return (
    <>
      {title}
      {notes.map((note) => (
        <Typography key={note} variant="body2" color="text.secondary">{note}</Typography>
      ))}
    </>
  );
}

/** `19:00 to 07:00, Fri, Sat`, `whole days, days of Federal holidays` */
function whenOf(rule: Premium): string {
  const { from_time: from, to_time: to, days_of_week: days } = rule;
  const span = from === null || to === null
    ? say.wholeDays
    : say.clock(from.slice(0, 5), to.slice(0, 5));
  const on = [
    ...(days ?? []).toSorted().map((one) => say.short[one - 1] ?? ""),
    ...rule.holiday_calendars === null ? [] : [say.onCalendar(rule.holiday_calendars.title)],
  ];
  return [span, ...on.length === 0 ? [say.everyDay] : on].join(", ");
}

/** `× 1.5 + $2.00`, `+ $4.00` */
function plusOf(multiplier: number | null, amount: number | null): string {
  if (multiplier === null || amount === null) return say.nothing;
  const plus = say.plus(
    multiplier === 1 ? "" : String(multiplier),
    amount === 0 ? "" : money(amount),
  );
  return plus === "" ? say.nothing : plus;
}

function meetsOf({ combines, is_creditable: isCreditable }: Premium): string {
  return [say.combines[combines] ?? combines, ...isCreditable ? [say.isCreditable] : []].join(", ");
}

/** Also of a premium that is used: its title and last day may change, and the rest is refused in words. */
function RuleActions({ rule, place }: { rule: Premium; place: Place }) {
  const from = day(rule.effective_from);
  return (
    <Box sx={{ display: "flex", flexDirection: "column", whiteSpace: "nowrap" }}>
      <FormDialog
        button={say.change}
        title={say.changeTitle(rule.title, from)}
        text={say.fixed}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${rule.title}, ${from}` }}
        defaultValues={valuesOf(rule)}
        act={(values) => update("premium_rules", { id: `eq.${rule.id}` }, changesOf(rule, values))}
      >
        <PremiumFields facilityId={place.facilityId} />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(rule.title, from)}
        text={say.removeAbout}
        submit={say.removeNow}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${rule.title}, ${from}` }}
        act={() => remove("premium_rules", { id: `eq.${rule.id}` })}
      />
    </Box>
  );
}
