import { update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { limitsOf, type OvertimeRule, PaidByFields } from "../../ui/overtime.tsx";
import { Facts, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.assignment.paid;
const overtime = words.overtime;

/** By which rule an assignment's overtime is paid, and what was recorded of it. */
export function AssignmentPay({ assignment }: {
  assignment: {
    id: string;
    facility_id: string;
    overtime_rule: string;
    overtime_rule_reason: string | null;
    overtime_rules: OvertimeRule;
    contractors: { employment_type: string };
  };
}) {
  const me = useMe();
  const { overtime_rules: rule, overtime_rule_reason: reason } = assignment;
  const employment = assignment.contractors.employment_type;
  const isEmployed = employment === "w2";
  return (
    <Part
      title={say.title}
      about={isEmployed ? say.about : say.aboutOthers}
      actions={isOneOf(me, "recruiting") && (
        <FormDialog
          button={say.correct}
          title={say.correctTitle}
          text={say.correctAbout}
          submit={say.save}
          done={say.saved}
          defaultValues={{ overtime_rule: assignment.overtime_rule, overtime_rule_reason: reason }}
          act={(values) =>
            update(
              "assignments",
              { id: `eq.${assignment.id}`, overtime_rule: `eq.${assignment.overtime_rule}` },
              values,
            )}
        >
          <PaidByFields isAsked facilityId={assignment.facility_id} />
        </FormDialog>
      )}
    >
      <Facts
        facts={[
          [words.people.hire.employment, words.people.hire.employments[employment]],
          [overtime.rule, rule.title],
          [overtime.counts, limitsOf(rule)],
          [overtime.source, rule.source],
          [
            overtime.reason,
            reason ?? (isEmployed && rule.asks_for !== null ? say.lacks(rule.asks_for) : null),
          ],
        ]}
      />
    </Part>
  );
}
