import { Box } from "@mui/material";
import { required, TextInput } from "react-admin";
import { allRows, insert, remove, type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, money } from "../../ui/format.ts";
import { DayInput, MoneyInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.wages;
type Wage = Pick<
  Row<"minimum_wages">,
  "jurisdiction" | "effective_from" | "amount" | "source"
>;

/** The least that an hour may pay, place by place and from which day on. */
export function MinimumWages() {
  const isAdmin = isOneOf(useMe());
  const wages = useAsk(["minimum_wages"], () =>
    allRows("minimum_wages", {
      select: "jurisdiction,effective_from,amount,source",
      order: "jurisdiction,effective_from.desc",
    }));
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          act={(values) => insert("minimum_wages", [values])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Part title={say.title}>
        <Loaded query={wages}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => `${one.jurisdiction} ${one.effective_from}`}
              empty={say.none}
              columns={[
                { label: say.jurisdiction, value: (one) => one.jurisdiction },
                { label: say.from, value: (one) => day(one.effective_from) },
                { label: say.amount, value: (one) => money(one.amount), isNumber: true },
                { label: say.source, value: (one) => one.source },
                ...isAdmin
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (one: Wage) => <Actions of={one} />,
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

function Actions({ of: wage }: { of: Wage }) {
  const seen = {
    jurisdiction: `eq.${wage.jurisdiction}`,
    effective_from: `eq.${wage.effective_from}`,
  };
  const name = `${wage.jurisdiction}, ${day(wage.effective_from)}`;
  return (
    <Box sx={{ whiteSpace: "nowrap", textAlign: "right" }}>
      <FormDialog
        button={say.change}
        title={name}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${name}` }}
        defaultValues={{ ...wage }}
        act={(values) => update("minimum_wages", seen, values)}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(name)}
        submit={say.removeNow}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${name}` }}
        act={() => remove("minimum_wages", seen)}
      />
    </Box>
  );
}

function Fields() {
  return (
    <>
      <TextInput
        source="jurisdiction"
        label={say.jurisdiction}
        helperText={say.jurisdictionAbout}
        validate={required()}
        fullWidth
      />
      <DayInput source="effective_from" label={say.from} />
      <MoneyInput source="amount" label={say.amount} />
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
