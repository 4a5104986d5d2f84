import { Button, Dialog, DialogContent, DialogTitle } from "@mui/material";
import { useState } from "react";
import { DateInput, SelectInput } from "react-admin";
import type { Selected } from "../../api/rows.ts";
import { instant } from "../../ui/format.ts";
import { Col, ScreenList } from "../../ui/list.tsx";
import type { About } from "../../ui/notes.tsx";
import { Page } from "../../ui/page.tsx";
import { PersonInput } from "../../ui/inputs.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { pathTo } from "../../ui/timeline.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { Change } from "./change.tsx";

const say = words.settings.log;
const SELECT = "id,at,actor_name,said,caller,procedure,table_name,row_id,old,new";
type Entry = Selected<"audit_log", typeof SELECT>;

/** Kind of the page that a row of a table has. */
const PAGE_OF: Readonly<Record<string, About>> = {
  assignment_bill_terms: "assignment",
  assignment_rates: "assignment",
  assignments: "assignment",
  candidates: "candidate",
  checks: "check",
  contractors: "contractor",
  facilities: "facility",
  invoices: "invoice",
  payroll_batches: "payroll_batch",
};

/** Log of changes, in sentences. There may be millions of rows: nobody counts them. */
export function AuditLog() {
  const me = useMe();
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="audit_log"
        storeKey="audit_log"
        select={SELECT}
        filters={[
          <SelectInput
            key="table"
            source="table_name"
            label={say.table}
            choices={choicesOf(Object.keys(say.tables), say.tables)}
            alwaysOn
          />,
          <PersonInput key="actor" source="actor" {...{ alwaysOn: true }} />,
          <DateInput key="from" source="at@gte" label={words.time.all.from} alwaysOn />,
        ]}
      >
        <Col
          source="at"
          label={say.at}
          render={(one: Entry) => instant(one.at, me.timezone)}
        />
        <Col
          label={say.what}
          cellSx={() => ({
            whiteSpace: "normal !important",
            overflowWrap: "anywhere",
            minWidth: 280,
          })}
          render={(one: Entry) => <Said of={one} />}
        />
        <Col label={false} render={(one: Entry) => <Look entry={one} />} />
      </ScreenList>
    </Page>
  );
}

/** The sentence, which leads to the page of what it is about. */
function Said({ of: entry }: { of: Entry }) {
  const path = entry.new === null ? null : pathTo({
    about: PAGE_OF[entry.table_name] ?? null,
    about_id: entry.row_id,
  });
  return path === null ? <>{entry.said}</> : <TextLink to={path}>{entry.said}</TextLink>;
}

/** A row of the log, opened: what changed. */
function Look({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  const title = entry.said ?? say.title;
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        aria-label={`${say.look}: ${title}`}
      >
        {say.look}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        maxWidth="md"
        fullWidth
        aria-label={title}
      >
        <DialogTitle sx={{ overflowWrap: "anywhere" }}>{title}</DialogTitle>
        <DialogContent>
          <Change before={entry.old} after={entry.new} />
        </DialogContent>
      </Dialog>
    </>
  );
}
