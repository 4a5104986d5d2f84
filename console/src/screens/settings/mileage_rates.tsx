import { Box } from "@mui/material";
import { required, TextInput } from "react-admin";
import { insert, remove, type Row, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, perUnit, typedRate } from "../../ui/format.ts";
import { DayInput, MoneyInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.miles;
type Rate = Pick<Row<"mileage_rates">, "effective_from" | "amount" | "source">;

/** Rates of the mile: the most that one repays, and from which day on. */
export function MileageRates() {
  const isAdmin = isOneOf(useMe());
  const rates = useAsk(["mileage_rates"], (signal) =>
    rows("mileage_rates", {
      select: "effective_from,amount,source",
      order: "effective_from.desc",
    }, signal));
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          act={(values) => insert("mileage_rates", [values])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={rates}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found}
            rowKey={(one) => one.effective_from}
            empty={say.none}
            columns={[
              { label: say.from, value: (one) => day(one.effective_from) },
              { label: say.amount, value: (one) => perUnit(one.amount), isNumber: true },
              { label: say.source, value: (one) => one.source },
              ...isAdmin
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (one: Rate) => <Actions of={one} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function Actions({ of: rate }: { of: Rate }) {
  const seen = { effective_from: `eq.${rate.effective_from}` };
  const name = day(rate.effective_from);
  return (
    <Box sx={{ whiteSpace: "nowrap", textAlign: "right" }}>
      <FormDialog
        button={say.change}
        title={say.changeTitle(name)}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${name}` }}
        defaultValues={{ ...rate, amount: typedRate(rate.amount) }}
        act={(values) => update("mileage_rates", seen, values)}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(name)}
        submit={say.removeNow}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${name}` }}
        act={() => remove("mileage_rates", seen)}
      />
    </Box>
  );
}

function Fields() {
  return (
    <>
      <DayInput source="effective_from" label={say.from} />
      <MoneyInput source="amount" label={say.amount} perUnit />
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
