import { useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { insert, remove, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { type Plan, PlanFields, planOf, Use } from "./leave_fields.tsx";
import {
  accrualText,
  payText,
  TERMS,
  type Terms,
  TERMS_DEFAULTS,
  TermsFields,
  termsOf,
  useText,
  valuesOf,
} from "./leave_terms.tsx";

const say = words.settings.leave;

/** One plan of leave: what it is, and its terms with their sources. */
export function LeavePlan() {
  const { id = "" } = useParams();
  const isAdmin = isOneOf(useMe());
  const plan = useAsk(["leave_plans", id], async (signal) => {
    const [[found], terms] = await Promise.all([
      rows("leave_plans", {
        select:
          "id,name,state,code,hours_counted,in_use_from,paid_out,may_go_below_zero,time_codes(title)",
        id: `eq.${id}`,
      }, signal),
      rows("leave_plan_terms", {
        select: TERMS,
        leave_plan_id: `eq.${id}`,
        order: "effective_from.desc",
      }, signal),
    ]);
    if (!found) throw new Refusal(404, say.notFound);
    return { found, terms };
  });
  return (
    <Loaded query={plan}>
      {({ found, terms }) => (
        <Page
          title={found.name}
          about={<TextLink to="/settings/leave">{say.back}</TextLink>}
          actions={isAdmin && <PlanActions plan={found} />}
        >
          <Facts
            facts={[
              [say.state, found.state ?? say.own],
              [say.code, found.time_codes.title],
              [say.counted, found.state === null ? null : say.countedBy[found.hours_counted]],
              [say.usedFrom, found.in_use_from === null ? say.notUsed : day(found.in_use_from)],
              [say.paidOut, found.paid_out ? say.yes : say.no],
              [say.belowZero, found.may_go_below_zero ? say.yes : say.no],
            ]}
          />
          <Part
            title={say.terms.title}
            about={say.terms.about}
            actions={isAdmin && (
              <FormDialog
                button={say.terms.add}
                title={say.terms.add}
                submit={say.terms.add}
                done={say.terms.added}
                defaultValues={terms[0] ? valuesOf(terms[0], true) : TERMS_DEFAULTS}
                act={(values) =>
                  insert("leave_plan_terms", [{ ...termsOf(values), leave_plan_id: id }])}
              >
                <TermsFields />
              </FormDialog>
            )}
          >
            <Rows
              label={say.terms.title}
              rows={terms}
              rowKey={({ effective_from: from }) => from}
              empty={say.terms.none}
              columns={[
                { label: say.terms.from, value: (one) => day(one.effective_from) },
                { label: say.terms.accrues, value: accrualText },
                { label: say.terms.uses, value: useText },
                { label: say.terms.pays, value: payText },
                {
                  label: say.terms.source,
                  value: ({ source, note }) => note === null ? source : `${source}. ${note}`,
                },
                ...isAdmin
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (one: Terms) => <TermsActions of={one} planId={id} />,
                  }]
                  : [],
              ]}
            />
          </Part>
        </Page>
      )}
    </Loaded>
  );
}

function PlanActions({ plan }: { plan: Plan }) {
  const seen = { id: `eq.${plan.id}` };
  return (
    <>
      {plan.in_use_from === null && <Use plan={plan} />}
      <FormDialog
        button={say.change}
        title={plan.name}
        submit={say.save}
        done={say.saved}
        defaultValues={{
          name: plan.name,
          state: plan.state,
          code: plan.code,
          hours_counted: plan.hours_counted,
          in_use_from: plan.in_use_from,
          paid_out: plan.paid_out,
          may_go_below_zero: plan.may_go_below_zero,
        }}
        act={(values) => update("leave_plans", seen, planOf(values))}
      >
        <PlanFields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(plan.name)}
        submit={say.removeNow}
        done={say.removed}
        buttonProps={{ variant: "text" }}
        act={() => remove("leave_plans", seen)}
      />
    </>
  );
}

function TermsActions({ of: terms, planId }: { of: Terms; planId: string }) {
  const from = day(terms.effective_from);
  const seen = { leave_plan_id: `eq.${planId}`, effective_from: `eq.${terms.effective_from}` };
  return (
    <>
      <FormDialog
        button={say.terms.change}
        title={from}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.terms.change} ${from}` }}
        defaultValues={valuesOf(terms)}
        act={(values) => update("leave_plan_terms", seen, termsOf(values))}
      >
        <TermsFields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.terms.removeTitle(from)}
        submit={say.removeNow}
        done={say.terms.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${from}` }}
        act={() => remove("leave_plan_terms", seen)}
      />
    </>
  );
}
