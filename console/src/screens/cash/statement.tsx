import { TextField } from "@mui/material";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { csvText } from "../../api/csv.ts";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { day, daysAfter, money, today, withDays } from "../../ui/format.ts";
import { FacilityLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { PaperButton } from "../../ui/paper.tsx";
import { Rows } from "../../ui/rows.tsx";
import { StatementAging } from "../../ui/statement_aging.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { BillInterest } from "../billing/bill_interest.tsx";

const say = words.cash.statement;

/** Statement of what a facility was billed, paid and charged, day by day. */
export function Statement() {
  const { facilityId = "" } = useParams();
  const me = useMe();
  const [to, setTo] = useState(() => today(me.timezone));
  const [from, setFrom] = useState(() => daysAfter(today(me.timezone), -90));
  const facility = useAsk(
    ["facility", facilityId],
    (signal) =>
      rows("facilities", {
        select: "name",
        id: `eq.${facilityId}`,
      }, signal),
  );
  const statement = useAsk(["facility_statement", facilityId, from, to], async (signal) => {
    const days = { from_date: from, to_date: to };
    const [billed] = await rows("facilities", {
      select: "id",
      bill_to_facility_id: `eq.${facilityId}`,
      limit: "1",
    }, signal);
    if (billed === undefined) {
      const own = await call("facility_statement", { facility_id: facilityId, ...days }, signal);
      return { isProgram: false, lines: own.map((row) => ({ ...row, facility_name: null })) };
    }
    // A program's is of all of its facilities.
    const all = await call("customer_statement", { customer_id: facilityId, ...days }, signal);
    return { isProgram: true, lines: all };
  });
  const name = facility.data?.[0]?.name;
  const dayField = (label: string, value: string, set: (day: string) => void) => (
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
    <Page
      title={say.title(name ?? "")}
      about={
        <>
          <FacilityLink id={facilityId}>{name}</FacilityLink>. {say.about}
        </>
      }
      actions={
        <>
          {dayField(say.from, from, setFrom)}
          {dayField(say.to, to, setTo)}
          {isOneOf(me, "billing") && name !== undefined && (
            <BillInterest facilityId={facilityId} name={name} />
          )}
        </>
      }
    >
      <Loaded query={statement}>
        {({ isProgram, lines }) => (
          <>
            <StatementAging facilityId={facilityId} isProgram={isProgram} to={to} />
            <Part
              title={`${day(from)} – ${day(to)}`}
              actions={
                <>
                  <PaperButton path={`statement/${facilityId}?from=${from}&to=${to}`} />
                  <ActButton
                    label={say.file}
                    variant="text"
                    act={() => {
                      download(
                        csvText(lines.map(({ details: _, ...row }) => row)),
                        `statement-${from}-${to}.csv`,
                      );
                      return Promise.resolve();
                    }}
                  />
                </>
              }
            >
              <Rows
                label={say.about}
                rows={lines.map((row, index) => ({ ...row, index }))}
                rowKey={({ index }) => `${index}`}
                to={(row) => row.invoice_id ? `/billing/invoices/${row.invoice_id}` : null}
                empty={say.none}
                columns={[
                  { label: words.common.day, value: (row) => day(row.occurred_on) },
                  {
                    label: say.what,
                    value: (row) =>
                      [row.facility_name, withDays(row.description)].filter(Boolean).join(": "),
                  },
                  { label: say.reference, value: (row) => row.reference },
                  { label: words.common.amount, value: (row) => money(row.amount), isNumber: true },
                  { label: say.balance, value: (row) => money(row.balance), isNumber: true },
                ]}
              />
            </Part>
          </>
        )}
      </Loaded>
    </Page>
  );
}
