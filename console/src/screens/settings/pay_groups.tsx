import { Box } from "@mui/material";
import { required, SelectInput, TextInput } from "react-admin";
import { call } from "../../api/call.ts";
import { insert, remove, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { type PayGroup, usePayGroups } from "../../ui/pay_groups.tsx";
import { RowActions } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.settings.payGroups;

/** Groups of people who are paid on the same days; payroll writes them. */
export function PayGroups() {
  const mayWrite = isOneOf(useMe(), "payroll");
  const groups = usePayGroups();
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.addAbout}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          act={(values) => insert("pay_groups", [groupOf(values)])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Part title={say.title}>
        <Loaded query={groups}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ id }) => id}
              empty=""
              columns={[
                {
                  label: say.name,
                  value: ({ name, is_default: isDefault }) =>
                    isDefault ? say.ofTheOthers(name) : name,
                },
                {
                  label: say.weeks,
                  value: ({ weeks }) => weeks === null ? say.byHand : say.each[weeks],
                },
                { label: say.firstDay, value: (group) => day(group.first_day) },
                {
                  label: say.payDay,
                  value: ({ pay_day_offset: days }) => days === null ? null : say.payDayOf(days),
                },
                ...mayWrite
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (group: PayGroup) => <GroupActions group={group} />,
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

/** A group as it is typed: without a calendar where no weeks are chosen. */
function groupOf({ name, weeks, first_day, pay_day_offset }: Values): Values {
  return weeks
    ? {
      name,
      weeks: Number(weeks),
      first_day,
      pay_day_offset: Number(pay_day_offset),
    }
    : { name, weeks: null, first_day: null, pay_day_offset: null };
}

function GroupActions({ group }: { group: PayGroup }) {
  const seen = { id: `eq.${group.id}` };
  const { id, is_default: isDefault, weeks, ...rest } = group;
  return (
    <Box
      sx={{
        display: "flex",
        justifyContent: "flex-end",
        flexWrap: "wrap",
        gap: 1,
      }}
    >
      {weeks !== null && (
        <ActButton
          label={say.makePeriods}
          done={say.made}
          act={() => call("make_payroll_periods", { pay_group_id: id })}
        />
      )}
      <RowActions
        say={say}
        name={group.name}
        values={{ ...rest, weeks: weeks === null ? null : String(weeks) }}
        change={(values) => update("pay_groups", seen, groupOf(values))}
        {...(isDefault ? {} : { remove: () => remove("pay_groups", seen) })}
      >
        <Fields />
      </RowActions>
    </Box>
  );
}

function Fields() {
  return (
    <>
      <TextInput
        source="name"
        label={say.name}
        validate={required()}
        autoFocus
        fullWidth
      />
      <SelectInput
        source="weeks"
        label={say.weeks}
        helperText={say.weeksAbout}
        choices={choicesOf(["1", "2"], say.each)}
        emptyText={say.byHand}
      />
      <DayInput
        source="first_day"
        label={say.firstDay}
        optional
        helperText={say.firstDayAbout}
      />
      <TextInput
        source="pay_day_offset"
        label={say.payDayInput}
        helperText={say.payDayAbout}
        type="number"
        slotProps={{ htmlInput: { min: 0, max: 31, step: 1 } }}
      />
    </>
  );
}
