import { Route, Routes } from "react-router-dom";
import { insert, rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { type Plan, PlanFields, planOf, Use } from "./leave_fields.tsx";
import { LeavePlan } from "./leave_plan.tsx";

const say = words.settings.leave;

/** Plans of leave, and the page of each. */
export function Leave() {
  return (
    <Routes>
      <Route index element={<AllPlans />} />
      <Route path=":id" element={<LeavePlan />} />
    </Routes>
  );
}

function AllPlans() {
  const isAdmin = isOneOf(useMe());
  const plans = useAsk(["leave_plans"], (signal) =>
    rows("leave_plans", {
      select:
        "id,name,state,code,hours_counted,in_use_from,paid_out,may_go_below_zero,time_codes(title)",
      order: "state.nullsfirst,name",
    }, signal));
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.addAbout}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={{ code: "vacation", paid_out: false, may_go_below_zero: false }}
          act={(values) => insert("leave_plans", [planOf(values)])}
        >
          <PlanFields />
        </FormDialog>
      )}
    >
      <Part title={say.plans}>
        <Loaded query={plans}>
          {(found) => (
            <Rows
              label={say.plans}
              rows={found}
              rowKey={({ id }) => id}
              to={({ id }) => `/settings/leave/${id}`}
              empty={say.none}
              columns={[
                { label: say.plan, value: ({ name }) => name },
                { label: say.state, value: ({ state }) => state ?? say.own },
                { label: words.codes.code, value: (plan) => plan.time_codes.title },
                {
                  label: say.usedFrom,
                  value: (plan) => plan.in_use_from === null ? say.notUsed : day(plan.in_use_from),
                },
                ...isAdmin
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (plan: Plan) => plan.in_use_from === null && <Use plan={plan} />,
                  }]
                  : [],
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}
