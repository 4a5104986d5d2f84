import { minValue, NumberInput, required } from "react-admin";
import { allRows, type Row, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.settings.retention;
type Kept = Row<"retention">;
const nameOf = (kind: string) => (say.kinds as Readonly<Record<string, string>>)[kind] ?? kind;

/** Kinds of records with the time for which each is kept, and why. */
export function Retention() {
  const kept = useAsk(
    ["retention"],
    () => allRows("retention", { select: "*", order: "kind" }),
  );
  return (
    <Page title={say.title} about={say.about}>
      <Part title={say.list}>
        <Loaded query={kept}>
          {(found) => (
            <Rows
              label={say.list}
              rows={found}
              rowKey={({ kind }) => kind}
              empty=""
              columns={[
                { label: say.kind, value: ({ kind }) => nameOf(kind) },
                { label: say.months, value: ({ months }) => count(months), isNumber: true },
                { label: words.common.reason, value: ({ why }) => why },
                {
                  label: words.common.actions,
                  heading: "",
                  value: (one: Kept) => <Change of={one} />,
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

function Change({ of: { kind, months, why } }: { of: Kept }) {
  return (
    <FormDialog
      button={say.change}
      title={say.changeTitle(nameOf(kind))}
      text={say.changeAbout}
      submit={say.save}
      done={say.saved}
      buttonProps={{
        variant: "text",
        "aria-label": `${say.change} ${nameOf(kind)}`,
        sx: { whiteSpace: "nowrap" },
      }}
      defaultValues={{ months, why }}
      act={(values) => update("retention", { kind: `eq.${kind}` }, values)}
    >
      <NumberInput
        source="months"
        label={say.months}
        min={1}
        step={1}
        validate={[required(), minValue(1)]}
      />
      <ReasonInput source="why" />
    </FormDialog>
  );
}
