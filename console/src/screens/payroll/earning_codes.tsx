import { regex, TextInput } from "react-admin";
import { type Row, rows, update } from "../../api/rows.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.payroll.codes;
type Code = Pick<Row<"earning_codes">, "employment" | "earning" | "code">;
const EMPLOYMENTS = ["w2", "1099"] as const;
const EARNINGS = Object.keys(say.earnings);

/** Codes of the payroll provider for each kind of pay, of either file. */
export function EarningCodes() {
  const codes = useAsk(["earning_codes"], (signal) =>
    rows(
      "earning_codes",
      { select: "employment,earning,code", order: "employment,earning" },
      signal,
    ));
  return (
    <Page title={say.title} about={say.about}>
      <Loaded query={codes}>
        {(found) => (
          <>
            {EMPLOYMENTS.map((employment) => (
              <CodesOf
                key={employment}
                employment={employment}
                codes={found.filter((one) => one.employment === employment)
                  .toSorted((a, b) => EARNINGS.indexOf(a.earning) - EARNINGS.indexOf(b.earning))}
              />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function CodesOf({ employment, codes }: { employment: string; codes: readonly Code[] }) {
  const name = say.of[employment] ?? employment;
  return (
    <Part
      title={name}
      actions={
        <FormDialog
          button={say.change}
          title={say.changeOf(name)}
          text={say.changeAbout}
          submit={say.save}
          done={say.saved}
          buttonProps={{ "aria-label": `${say.change}: ${name}` }}
          defaultValues={Object.fromEntries(codes.map(({ earning, code }) => [earning, code]))}
          act={(values) => save(codes, values)}
        >
          {codes.map(({ earning }) => (
            <TextInput
              key={earning}
              source={earning}
              label={say.earnings[earning] ?? earning}
              parse={(text: string) => text.trimStart()}
              validate={regex(/^[\p{L}\p{N}].{0,39}$/u, say.notCode)}
              fullWidth
            />
          ))}
        </FormDialog>
      }
    >
      <Rows
        label={name}
        rows={codes}
        rowKey={({ earning }) => earning}
        empty={say.missing}
        columns={[
          { label: say.earning, value: ({ earning }) => say.earnings[earning] ?? earning },
          { label: say.code, value: ({ code }) => code ?? say.missing },
        ]}
      />
    </Part>
  );
}

/** One after the other, those that were changed: a refusal names the first that is not saved. */
async function save(codes: readonly Code[], values: Values): Promise<void> {
  for (const { employment, earning, code } of codes) {
    const entered = typeof values[earning] === "string" ? values[earning].trim() : null;
    if (entered === code) continue;
    await update(
      "earning_codes",
      { employment: `eq.${employment}`, earning: `eq.${earning}` },
      { code: entered },
    );
  }
}
