import { Box } from "@mui/material";
import { required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { insert, remove, type Row, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day, today } from "../../ui/format.ts";
import { DayInput, MoneyInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { amountOf, PER, perOf } from "../../ui/stipends.ts";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.stipends;
const KINDS = choicesOf(["reimbursement", "hours_driven", "flat_sum"], words.payroll.item.payKinds);
type Stipend = Row<"assignment_stipends">;

/** Pay beside the hours: per week, per day or per shift. */
export function AssignmentStipends({ assignmentId }: { assignmentId: string }) {
  const me = useMe();
  const mayAct = isOneOf(me, "payroll");
  const stipends = useAsk(
    ["assignment_stipends", assignmentId],
    (signal) =>
      rows("assignment_stipends", {
        select: "*",
        assignment_id: `eq.${assignmentId}`,
        order: "effective_from.desc,id",
      }, signal),
  );
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={mayAct && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.addSubmit}
          done={say.added}
          defaultValues={() => ({
            per: "weekly_amount",
            kind: "reimbursement",
            effective_from: today(me.timezone),
          })}
          act={(values) =>
            insert("assignment_stipends", [{ ...rowOf(values), assignment_id: assignmentId }])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={stipends}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              { label: words.common.amount, value: amountOf },
              { label: words.common.kind, value: ({ kind }) => words.payroll.item.payKinds[kind] },
              { label: words.common.firstDay, value: (one) => day(one.effective_from) },
              { label: words.common.lastDay, value: (one) => day(one.effective_to) },
              ...mayAct
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (one: Stipend) => <StipendActions stipend={one} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function StipendActions({ stipend }: { stipend: Stipend }) {
  const per = perOf(stipend);
  return (
    <Box sx={{ display: "flex", whiteSpace: "nowrap" }}>
      <FormDialog
        button={say.change}
        title={say.changeTitle(amountOf(stipend))}
        text={say.changeAbout}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${amountOf(stipend)}` }}
        defaultValues={{
          per,
          amount: stipend[per]?.toFixed(2),
          kind: stipend.kind,
          reimbursement_reason: stipend.reimbursement_reason,
          effective_from: stipend.effective_from,
          effective_to: stipend.effective_to,
        }}
        act={(values) =>
          update("assignment_stipends", { id: `eq.${stipend.id}` }, {
            ...Object.fromEntries(PER.map((column) => [column, null])),
            ...rowOf(values),
          })}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(amountOf(stipend))}
        submit={say.remove}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${amountOf(stipend)}` }}
        act={() => remove("assignment_stipends", { id: `eq.${stipend.id}` })}
      />
    </Box>
  );
}

function Fields() {
  const [kind, per] = useWatch({ name: ["kind", "per"] }).map(String);
  return (
    <>
      <MoneyInput source="amount" label={words.common.amount} autoFocus />
      <SelectInput
        source="per"
        label={say.per}
        choices={choicesOf(PER, say.pers)}
        validate={required()}
      />
      <SelectInput
        source="kind"
        label={words.common.kind}
        choices={KINDS}
        helperText={say.kindsAbout[kind ?? ""] ?? false}
        validate={required()}
      />
      {kind === "reimbursement" && per !== "weekly_amount" && (
        <TextInput source="reimbursement_reason" label={say.reason} helperText={say.reasonAbout} />
      )}
      <DayInput source="effective_from" label={words.common.firstDay} />
      <DayInput source="effective_to" label={words.common.lastDay} optional helperText={say.open} />
    </>
  );
}

/** A row from what was typed: the amount in the column of what it is paid per. */
function rowOf({ per, amount, ...rest }: Values): Values {
  return { ...rest, [String(per)]: amount };
}
