import {
  BooleanInput,
  maxValue,
  minValue,
  NumberInput,
  regex,
  required,
  TextInput,
} from "react-admin";
import { Box, Typography } from "@mui/material";
import { insert, remove, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { limitsOf, type OvertimeRule, RULE } from "../../ui/overtime.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.rules;
type UsedRule = OvertimeRule & {
  assignments: unknown[];
  assignment_bill_terms: unknown[];
  facilities: unknown[];
};

/** From which hour on time is overtime: the rules of law, and those of the firm's contracts. */
export function OvertimeRules() {
  const isAdmin = isOneOf(useMe());
  // One of each that names a rule says that it is in use.
  const rules = useAsk(["overtime_rules", "used"], (signal) =>
    rows("overtime_rules", {
      select: `${RULE},assignments(id),assignment_bill_terms(assignment_id),facilities(id)`,
      "assignments.limit": "1",
      "assignment_bill_terms.limit": "1",
      "facilities.limit": "1",
      order: "title,name",
    }, signal));
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.addTitle}
          text={say.addAbout}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={{ seventh_day: false, whole_seventh_day: false }}
          act={(values) => insert("overtime_rules", [values])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Part title={say.title}>
        <Loaded query={rules}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ name }) => name}
              empty={say.none}
              columns={[
                { label: say.ruleTitle, value: ({ title }) => title },
                { label: say.counts, value: (rule) => <What rule={rule} /> },
                {
                  label: say.used,
                  value: (rule) => isUsed(rule) ? words.settings.firm.yes : say.notUsed,
                },
                ...isAdmin
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (rule: UsedRule) => <RuleActions rule={rule} />,
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

/** In one column, so that it can be read on a phone. */
function What({ rule }: { rule: OvertimeRule }) {
  return (
    <>
      {limitsOf(rule)}
      <Typography variant="body2" color="text.secondary">{rule.source}</Typography>
      {rule.asks_for !== null && <Typography variant="body2">{say.asks(rule.asks_for)}</Typography>}
    </>
  );
}

function isUsed(rule: UsedRule): boolean {
  return [rule.assignments, rule.assignment_bill_terms, rule.facilities]
    .some((using) => using.length > 0);
}

/** Also of a rule that is in use: its title may be put better, and the rest is refused in words. */
function RuleActions(
  { rule: { assignments: _a, assignment_bill_terms: _b, facilities: _f, ...rule } }: {
    rule: UsedRule;
  },
) {
  return (
    <Box sx={{ display: "flex", flexDirection: "column", whiteSpace: "nowrap" }}>
      <FormDialog
        button={say.edit}
        title={rule.title}
        text={say.editAbout}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.edit} ${rule.title}` }}
        defaultValues={{ ...rule }}
        act={(values) => update("overtime_rules", { name: `eq.${rule.name}` }, values)}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(rule.title)}
        submit={say.remove}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${rule.title}` }}
        act={() => remove("overtime_rules", { name: `eq.${rule.name}` })}
      />
    </Box>
  );
}

function Fields() {
  return (
    <>
      <TextInput source="title" label={say.ruleTitle} validate={required()} autoFocus fullWidth />
      <TextInput
        source="name"
        label={say.name}
        helperText={say.nameAbout}
        validate={[required(), regex(/^[a-z][a-z0-9_]{1,39}$/, say.notName)]}
        fullWidth
      />
      <HoursInput source="daily_overtime_after" label={say.daily} most={24} />
      <HoursInput source="weekly_overtime_after" label={say.weekly} most={168} />
      <HoursInput source="consecutive_overtime_after" label={say.inARow} most={24} />
      <HoursInput source="daily_doubletime_after" label={say.doubletime} most={24} />
      <BooleanInput source="seventh_day" label={say.seventhDay} helperText={say.seventhDayAbout} />
      <BooleanInput
        source="whole_seventh_day"
        label={say.wholeSeventhDay}
        helperText={say.wholeSeventhDayAbout}
      />
      <TextInput
        source="asks_for"
        label={say.asksFor}
        helperText={say.asksForAbout}
        multiline
        fullWidth
      />
      <TextInput
        source="source"
        label={say.source}
        helperText={say.sourceAbout}
        validate={required()}
        multiline
        fullWidth
      />
    </>
  );
}

function HoursInput({ source, label, most }: { source: string; label: string; most: number }) {
  return (
    <NumberInput
      source={source}
      label={label}
      helperText={say.noLimit}
      validate={[minValue(0.01), maxValue(most)]}
      min={0}
      max={most}
      step={0.01}
    />
  );
}
