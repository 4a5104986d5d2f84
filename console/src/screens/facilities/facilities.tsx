import { BooleanInput, email, NumberInput, required, TextInput } from "react-admin";
import { insert, type Row, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Col, NameCol, NumberCol, ScreenList } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { words } from "../../words.ts";

const say = words.settings.facilities;
type Facility = Row<"facilities">;

/** Places that contractors work at. */
export function Facilities() {
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <FormDialog
          button={say.add}
          title={say.addTitle}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={{ payment_terms_days: 30, is_active: true }}
          act={(values) => insert("facilities", [values])}
        >
          <Fields />
        </FormDialog>
      }
    >
      <ScreenList
        resource="facilities"
        storeKey="facilities"
        none={say.none}
        select="id,name,billing_email,payment_terms_days,is_active"
        filters={[<TextInput key="name" source="search_name@words" label={say.name} alwaysOn />]}
      >
        <NameCol
          source="name"
          label={say.name}
          value={(one: Facility) => one.name}
          to={(one: Facility) => `/settings/facilities/${one.id}`}
        />
        <Col source="billing_email" label={say.email} />
        <NumberCol source="payment_terms_days" label={say.terms} />
        <Col
          source="is_active"
          label={say.active}
          render={(one: Facility) =>
            one.is_active ? words.settings.firm.yes : words.settings.firm.no}
        />
        <Col
          label={false}
          render={(one: Facility) => (
            <FormDialog
              button={say.edit}
              title={one.name}
              submit={say.save}
              done={say.saved}
              buttonProps={{ variant: "text", "aria-label": `${say.edit} ${one.name}` }}
              defaultValues={{ ...one }}
              act={({ id: _, ...values }) => update("facilities", { id: `eq.${one.id}` }, values)}
            >
              <Fields />
            </FormDialog>
          )}
        />
      </ScreenList>
    </Page>
  );
}

function Fields() {
  return (
    <>
      <TextInput source="name" label={say.name} validate={required()} autoFocus fullWidth />
      <TextInput
        source="billing_email"
        type="email"
        label={say.email}
        validate={email()}
        fullWidth
      />
      <NumberInput
        source="payment_terms_days"
        label={say.terms}
        validate={required()}
        min={0}
        step={1}
      />
      <BooleanInput source="is_active" label={say.active} />
    </>
  );
}
