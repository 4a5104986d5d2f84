import { Box, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { allRows, type Row } from "../../api/rows.ts";
import { day, daysAfter, money } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { PaperButton } from "../../ui/paper.tsx";
import { type Column, Rows } from "../../ui/rows.tsx";
import { StatementAging } from "../../ui/statement_aging.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { ContactOrders } from "./contact_orders.tsx";
import { FacilityChoice, useFacilities } from "./facility_choice.tsx";

const say = words.contact.account;
const aging = words.cash.aging;
const credit = words.cash.credits;
const line = words.cash.statement;
const DUE = [
  ["current", aging.current],
  ["days_1_30", aging.d30],
  ["days_31_60", aging.d60],
  ["days_61_90", aging.d90],
  ["days_91_plus", aging.more],
  ["balance", aging.balance],
  ["disputed", words.dispute.ofBalance],
  ["interest", aging.interest],
  ["unapplied_credits", aging.credits],
  ["net", aging.net],
] as const;

/** Amounts that one facility owes: those that are not 0, and the sums first. */
function OwedByOne({ row }: { row: Row<"ar_aging"> }) {
  const sums = ["net", "balance", "interest"];
  const facts = [...DUE].sort(([a], [b]) => Number(sums.includes(b)) - Number(sums.includes(a)))
    .filter(([name]) => sums.includes(name) || row[name] !== 0);
  return <Facts facts={facts.map(([name, label]) => [label, money(row[name])])} />;
}

/** Money that a facility owes and is owed, as its contacts see it. */
export default function ContactAccount() {
  const { facilities } = useMe();
  const { chosen } = useFacilities();
  const isChosen = (id: string | null) => chosen.some((one) => one.id === id);
  const owed = useAsk(
    ["ar_aging"],
    () =>
      allRows("ar_aging", {
        select: "*",
        order: "facility_name,facility_id",
      }),
  );
  const credits = useAsk(
    ["facility_credits"],
    () =>
      allRows("facility_credits", {
        select:
          "id,facility_id,created_at,amount,remaining,reversed_at,checks(check_number),credit_notes(number)",
        order: "created_at.desc,id",
      }),
  );
  const nameOf = (id: string) => facilities.find((one) => one.id === id)?.name ?? "";
  return (
    <Page title={say.title} about={say.about} actions={<FacilityChoice />}>
      <Part title={say.owed}>
        <Loaded query={owed}>
          {(all) => {
            const found = all.filter((one) => isChosen(one.facility_id));
            const [only, ...more] = found;
            if (only !== undefined && more.length === 0) return <OwedByOne row={only} />;
            return (
              <Rows
                label={say.owed}
                rows={found}
                rowKey={(one) => one.facility_id ?? ""}
                empty={say.owesNothing}
                columns={[
                  {
                    label: words.common.facility,
                    value: (one) => one.facility_name,
                  },
                  ...DUE.map(([name, label]): Column<Row<"ar_aging">> => ({
                    label,
                    value: (one) => one[name] === 0 ? "" : money(one[name]),
                    isNumber: true,
                  })),
                ]}
              />
            );
          }}
        </Loaded>
      </Part>
      <Part title={say.credits} about={credit.about}>
        <Loaded query={credits}>
          {(found) => (
            <Rows
              label={say.credits}
              rows={found.filter((one) => isChosen(one.facility_id))}
              rowKey={({ id }) => id}
              empty={credit.none}
              columns={[
                {
                  label: words.common.day,
                  value: (one) => day(one.created_at),
                },
                ...(chosen.length > 1
                  ? [{
                    label: words.common.facility,
                    value: (one: { facility_id: string }) => nameOf(one.facility_id),
                  }]
                  : []),
                {
                  label: credit.check,
                  value: ({ checks: check, credit_notes: note }) =>
                    note === null ? check?.check_number : credit.creditNote(note.number),
                },
                {
                  label: credit.of,
                  value: (one) => money(one.amount),
                  isNumber: true,
                },
                {
                  label: credit.remaining,
                  value: (one) => one.reversed_at ? credit.reversed : money(one.remaining),
                  isNumber: true,
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
      <ContactOrders />
      {chosen.length > 1 && <Typography>{say.chooseOne}</Typography>}
      {chosen.length === 1 &&
        chosen.map(({ id, name }) => <Statement key={id} facilityId={id} name={name} />)}
    </Page>
  );
}

function Statement({ facilityId, name }: { facilityId: string; name: string }) {
  const me = useMe();
  const [to, setTo] = useState(me.businessDate);
  const [from, setFrom] = useState(() => daysAfter(me.businessDate, -90));
  const statement = useAsk(
    ["facility_statement", facilityId, from, to],
    (signal) =>
      call("facility_statement", {
        facility_id: facilityId,
        from_date: from,
        to_date: to,
      }, signal),
  );
  const dayField = (
    label: string,
    value: string,
    set: (day: string) => void,
  ) => (
    <TextField
      type="date"
      size="small"
      variant="outlined"
      margin="none"
      fullWidth={false}
      label={label}
      value={value}
      onChange={({ target }) => target.value !== "" && set(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
  return (
    <>
      <Part
        title={line.title(name)}
        about={line.about}
        actions={
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, minWidth: 0, my: 0.5 }}>
            <PaperButton path={`statement/${facilityId}?from=${from}&to=${to}`} />
            {dayField(line.from, from, setFrom)}
            {dayField(line.to, to, setTo)}
          </Box>
        }
      >
        <Loaded query={statement}>
          {(found) => (
            <Rows
              label={line.title(name)}
              rows={found.map((row, index) => ({ ...row, index }))}
              rowKey={({ index }) => `${index}`}
              to={(row) => row.invoice_id ? `/facility-invoices/${row.invoice_id}` : null}
              empty={line.none}
              columns={[
                // In one column, so that the amounts beside it fit on a phone.
                {
                  label: line.what,
                  value: (row) => `${day(row.occurred_on)}: ${row.description}`,
                },
                {
                  label: words.common.amount,
                  value: (row) => money(row.amount),
                  isNumber: true,
                },
                {
                  label: line.balance,
                  value: (row) => money(row.balance),
                  isNumber: true,
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
      <StatementAging facilityId={facilityId} isProgram={false} to={to} />
    </>
  );
}
