import {
  Button,
  Dialog,
  DialogContent,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import { useState } from "react";
import { DateInput, TextInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { instant } from "../../ui/format.ts";
import { Col, ScreenList } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { PersonInput } from "../../ui/inputs.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.log;
type Entry = Row<"audit_log">;

/** Log of changes. There may be millions of rows: nobody counts them. */
export function AuditLog() {
  const me = useMe();
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="audit_log"
        storeKey="audit_log"
        select="id,at,actor,actor_name,caller,procedure,table_name,row_id,old,new"
        filters={[
          <TextInput key="table" source="table_name" label={say.table} alwaysOn />,
          <TextInput key="row" source="row_id" label={say.row} alwaysOn />,
          <PersonInput key="actor" source="actor" {...{ alwaysOn: true }} />,
          <DateInput key="from" source="at@gte" label={words.time.all.from} alwaysOn />,
        ]}
      >
        <Col
          source="at"
          label={say.at}
          render={(one: Entry) => instant(one.at, me.timezone)}
        />
        <Col source="table_name" label={say.table} />
        <Col source="procedure" label={say.by} />
        <Col source="caller" label={say.caller} />
        <Col
          label={say.actor}
          render={(one: Entry) => one.actor_name ?? <Id of={one.actor} />}
        />
        <Col label={say.row} render={(one: Entry) => <Id of={one.row_id} />} />
        <Col label={false} render={(one: Entry) => <Look entry={one} />} />
      </ScreenList>
    </Page>
  );
}

/** An id by its beginning; the whole one is in the file, and where the mouse rests. */
function Id({ of: id }: { of: string | null }) {
  return id === null ? null : <span title={id}>{id.slice(0, 8)}</span>;
}

/** A row of the log, opened: what changed. */
function Look({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  const title = say.changeOf(entry.table_name, entry.procedure);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`${say.look}: ${title}`}>
        {say.look}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        maxWidth="md"
        fullWidth
        aria-label={title}
      >
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          <Change entry={entry} />
        </DialogContent>
      </Dialog>
    </>
  );
}

function Change({ entry }: { entry: Entry }) {
  const before = columnsOf(entry.old);
  const after = columnsOf(entry.new);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return <Typography>{say.same}</Typography>;
  return (
    <Table size="small" aria-label={say.title}>
      <TableHead>
        <TableRow>
          <TableCell>{say.column}</TableCell>
          <TableCell>{say.before}</TableCell>
          <TableCell>{say.after}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {names.map((name) => (
          <TableRow key={name}>
            <TableCell>{name}</TableCell>
            <TableCell>{textOf(before[name])}</TableCell>
            <TableCell>{textOf(after[name])}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function columnsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
