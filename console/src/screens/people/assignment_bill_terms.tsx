import { Box } from "@mui/material";
import { useWatch } from "react-hook-form";
import { insert, type Query, remove, type Row, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ScopeFields } from "../../ui/bill_terms.tsx";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day, weekday, weekStart } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { RuleInput } from "../../ui/overtime.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.assignment.billed;
const overtime = words.overtime;
type Terms = Row<"assignment_bill_terms"> & { overtime_rules: { title: string } };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Terms by which an assignment's overtime is billed, dated by workweeks. */
export function AssignmentBillTerms({ assignmentId }: { assignmentId: string }) {
  const me = useMe();
  const mayAct = isOneOf(me, "billing");
  const terms = useAsk(
    ["assignment_bill_terms", assignmentId],
    (signal) =>
      rows("assignment_bill_terms", {
        select: "*,overtime_rules(title)",
        assignment_id: `eq.${assignmentId}`,
        order: "effective_from.desc",
      }, signal),
  );
  const ofWeek = (values: Values): Values => ({
    ...values,
    effective_from: weekStart(String(values["effective_from"]), me.weekStartsOn),
  });
  return (
    <Loaded query={terms}>
      {(found) => {
        const now = found.find((one) => one.effective_from <= me.weekStart) ?? found.at(-1);
        return (
          <Part
            title={say.title}
            about={say.about}
            actions={mayAct && (
              <FormDialog
                button={say.add}
                title={say.add}
                text={say.writeAbout}
                submit={say.addSubmit}
                done={say.added}
                defaultValues={() => ({
                  ...(now === undefined ? {} : valuesOf(now)),
                  effective_from: me.weekStart,
                })}
                act={(values) =>
                  insert("assignment_bill_terms", [{
                    ...ofWeek(values),
                    assignment_id: assignmentId,
                  }])}
              >
                <Fields />
              </FormDialog>
            )}
          >
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.effective_from}
              empty={say.none}
              columns={[
                {
                  label: say.from,
                  value: (one) =>
                    one === now ? say.ofThisWeek(day(one.effective_from)) : day(one.effective_from),
                },
                { label: overtime.rule, value: (one) => one.overtime_rules.title },
                { label: overtime.scope, value: ({ scope }) => overtime.scopes[scope] },
                {
                  label: overtime.overtimeMultiplier,
                  value: (one) => one.overtime_multiplier,
                  isNumber: true,
                },
                {
                  label: overtime.doubletimeMultiplier,
                  value: (one) => one.doubletime_multiplier,
                  isNumber: true,
                },
                ...mayAct
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (one: Terms) => <TermsActions terms={one} ofWeek={ofWeek} />,
                  }]
                  : [],
              ]}
            />
          </Part>
        );
      }}
    </Loaded>
  );
}

function TermsActions({ terms, ofWeek }: { terms: Terms; ofWeek: (values: Values) => Values }) {
  const from = day(terms.effective_from);
  return (
    <Box sx={{ display: "flex", whiteSpace: "nowrap" }}>
      <FormDialog
        button={say.change}
        title={say.changeTitle(from)}
        text={say.writeAbout}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${from}` }}
        defaultValues={valuesOf(terms)}
        act={(values) => update("assignment_bill_terms", asSeen(terms), ofWeek(values))}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(from)}
        text={say.removeAbout}
        submit={say.remove}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${from}` }}
        act={() => remove("assignment_bill_terms", asSeen(terms))}
      />
    </Box>
  );
}

function Fields() {
  const { weekStartsOn } = useMe();
  const typed = String(useWatch({ name: "effective_from" }) ?? "");
  const first = DAY.test(typed) ? weekStart(typed, weekStartsOn) : typed;
  return (
    <>
      <DayInput
        source="effective_from"
        label={say.from}
        helperText={first === typed ? say.wholeWeeks : say.moved(weekday(first))}
      />
      <RuleInput />
      <ScopeFields />
    </>
  );
}

function valuesOf(terms: Terms): Values {
  const { effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier } =
    terms;
  return { effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier };
}

/** The row in the state in which it was seen. */
function asSeen(terms: Terms): Query {
  return Object.fromEntries(
    Object.entries({ assignment_id: terms.assignment_id, ...valuesOf(terms) })
      .map(([name, value]) => [name, `eq.${value}`]),
  );
}
