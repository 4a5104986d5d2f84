import { Box } from "@mui/material";
import { required, TextInput } from "react-admin";
import { allRows, insert, remove, type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, weekday } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.holidays;
type Holiday = Pick<Row<"holidays">, "day" | "name">;

/** Days on which nothing is due, where a facility's terms say so; the newest first. */
export function Holidays() {
  const mayWrite = isOneOf(useMe(), "billing");
  const holidays = useAsk(
    ["holidays"],
    () => allRows("holidays", { select: "day,name", order: "day.desc" }),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          act={(values) => insert("holidays", [values])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Part title={say.title}>
        <Loaded query={holidays}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.day}
              empty={say.none}
              columns={[
                { label: say.name, value: ({ name }) => name },
                {
                  label: words.common.day,
                  value: (one) => `${weekday(one.day)}, ${one.day.slice(0, 4)}`,
                },
                ...mayWrite
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (one: Holiday) => <Actions of={one} />,
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

function Actions({ of: holiday }: { of: Holiday }) {
  const seen = { day: `eq.${holiday.day}` };
  const name = `${holiday.name}, ${day(holiday.day)}`;
  return (
    <Box sx={{ whiteSpace: "nowrap", textAlign: "right" }}>
      <FormDialog
        button={say.change}
        title={name}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${name}` }}
        defaultValues={{ ...holiday }}
        act={(values) => update("holidays", seen, values)}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(holiday.name, day(holiday.day))}
        submit={say.removeNow}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${name}` }}
        act={() => remove("holidays", seen)}
      />
    </Box>
  );
}

function Fields() {
  return (
    <>
      <DayInput source="day" label={words.common.day} />
      <TextInput source="name" label={say.name} validate={required()} fullWidth />
    </>
  );
}
