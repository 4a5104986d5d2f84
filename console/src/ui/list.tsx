import { Box, Typography } from "@mui/material";
import DownloadIcon from "@mui/icons-material/Download";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import {
  ColumnsButton,
  DataTable,
  type DataTableColumnProps,
  FilterButton,
  FilterForm,
  List,
  ListContextProvider,
  type ListControllerResult,
  NumberField,
  Pagination,
  type RaRecord,
  useListContext,
  useNotify,
  useResourceContext,
} from "react-admin";
import { useLocation } from "react-router-dom";
import { csvOf, MOST_ROWS } from "../api/csv.ts";
import { factsOf } from "../api/resources.ts";
import type { RelationName } from "../api/rows.ts";
import { isOffered, sortOf } from "../api/sorts.ts";
import { words } from "../words.ts";
import { ActButton } from "./act.tsx";
import { type Card, ListCards, useCards } from "./cards.tsx";
import { type Coded } from "./codes.ts";
import { Much } from "./much.tsx";
import { count, CURRENCY, day } from "./format.ts";
import { TextLink } from "./rows.tsx";
import { type Times, WorkDay } from "./shift_times.tsx";
import { State } from "./state.tsx";
import { download } from "./download.ts";
import { useMe } from "./use_me.ts";

/** A list of a table or view: filtered, sorted, page by page, exported. `select` names what it asks for. */
export function ScreenList(
  {
    resource,
    select,
    filter = {},
    filters = [],
    defaultFilters = {},
    rowClick,
    storeKey,
    none = words.common.nothingYet,
    remembers = false,
    card,
    above,
    children,
  }: {
    resource: RelationName;
    select: string;
    filter?: Record<string, unknown>;
    filters?: ReactElement[];
    defaultFilters?: Record<string, unknown>;
    rowClick?: (id: string | number) => string | false;
    storeKey: string;
    /** Words and advice for a list without any row. */
    none?: string;
    /** True where somebody may keep what they ask for under a name, and choose the columns. */
    remembers?: boolean;
    /** A row for contractors and contacts on a phone. */
    card?: (row: RaRecord) => Omit<Card, "key">;
    /** In place above the rows, and knows the list: what is done to those that are chosen. */
    above?: ReactNode;
    children: ReactNode;
  },
) {
  const { businessDate: today } = useMe();
  const isCards = useCards();
  const empty = <Nothing none={none} defaults={defaultFilters} />;
  return (
    <List
      resource={resource}
      sort={sortOf(resource, factsOf(resource).key)}
      filter={filter}
      filterDefaultValues={defaultFilters}
      perPage={25}
      storeKey={storeKey}
      title={false}
      empty={false}
      exporter={false}
      actions={false}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      queryOptions={{ meta: { select, today } }}
      disableAuthentication
      sx={{ "& .RaList-main, & .RaList-content": { minWidth: 0 } }}
    >
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          justifyContent: "space-between",
          gap: 1,
          px: 2,
          pt: 1,
          alignItems: "center",
        }}
      >
        <Box sx={{ flexGrow: 1, flexBasis: 0, minWidth: 240 }}>
          <ListFilters filters={filters} />
        </Box>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center" }}>
          <FilterButton filters={filters} />
          {remembers && <ColumnsButton />}
          <CsvButton resource={resource} select={select} filter={filter} />
        </Box>
      </Box>
      {above}
      {isCards && card !== undefined ? <ListCards card={card} empty={empty} /> : (
        <Box
          sx={{ overflowX: "auto" }}
          tabIndex={0}
          role="region"
          aria-label={words.common.list}
        >
          <DataTable
            bulkActionButtons={false}
            rowClick={rowClick === undefined ? false : (id) => rowClick(id)}
            hiddenColumns={[]}
            empty={empty}
            sx={{ "& .MuiTableCell-root": { whiteSpace: "nowrap", px: 1.25, py: 0.25 } }}
          >
            {children}
          </DataTable>
        </Box>
      )}
    </List>
  );
}

/**
 * The filters' form. What is typed is asked for half a second later: no more once somebody left for another page,
 * whose first moments the list outlives; react-admin would lead them back to it.
 */
function ListFilters({ filters }: { filters: ReactElement[] }) {
  const list = useListContext();
  const { pathname } = useLocation();
  const setFilters: typeof list.setFilters = (...asked) => {
    const [now] = globalThis.location.hash.slice(1).split("?");
    if (now === pathname) list.setFilters(...asked);
  };
  return (
    // Its types do not know exactOptionalPropertyTypes.
    <ListContextProvider value={{ ...list, setFilters } as ListControllerResult}>
      <FilterForm filters={filters} />
    </ListContextProvider>
  );
}

/** A column; its heading sorts the list where the list offers that. */
export function Col<Row extends object = RaRecord>(props: DataTableColumnProps<Row>) {
  return <DataTable.Col {...props} disableSort={!useOffered(props.source)} />;
}

/** A column of numbers. */
export function NumberCol(props: ComponentProps<typeof DataTable.NumberCol>) {
  return <DataTable.NumberCol {...props} disableSort={!useOffered(props.source)} />;
}

function useOffered(source: string | undefined): boolean {
  const resource = useResourceContext() ?? "";
  const { filterValues } = useListContext();
  return source !== undefined && isOffered(resource, source, filterValues);
}

function Nothing({ none, defaults }: { none: string; defaults: Record<string, unknown> }) {
  const { filterValues } = useListContext();
  const isFiltered = Object.entries(filterValues).some(([name, value]) =>
    value !== "" && value !== null && value !== defaults[name]
  );
  return (
    <Typography color="text.secondary" sx={{ p: 2 }}>
      {isFiltered ? words.common.nothingMatches : none}
    </Typography>
  );
}

/** A column of names, which may be long: it takes two lines rather than push the others out. */
export function NameCol<Row extends RaRecord>(
  { label, source, value, to }: {
    label: string;
    source?: string;
    value: (row: Row) => string;
    to?: (row: Row) => string | null;
  },
) {
  return (
    <Col
      label={label}
      {...(source === undefined ? {} : { source })}
      cellSx={() => ({ whiteSpace: "normal !important", minWidth: 160 })}
      render={(row: Row) => {
        const path = to?.(row) ?? null;
        return path === null ? value(row) : <TextLink to={path}>{value(row)}</TextLink>;
      }}
    />
  );
}

/** A column of money. */
export function MoneyCol({ label, source }: { label: string; source: string }) {
  return (
    <NumberCol
      label={label}
      source={source}
      options={CURRENCY}
    />
  );
}

/** The column of what invoices owe: of a void one nothing, though its total stays. */
export function BalanceCol() {
  return (
    <Col
      label={words.billing.invoices.balance}
      source="balance"
      align="right"
      render={({ status }: RaRecord) =>
        status !== "void" && <NumberField source="balance" options={CURRENCY} />}
    />
  );
}

/** A column of days. */
export function DayCol({ label, source }: { label: string; source: string }) {
  return (
    <Col
      label={label}
      source={source}
      render={(row: RaRecord) => day(row[source] as string | null)}
    />
  );
}

/** The day of an entry, and the times of its shift where it has some. */
export function WorkDayCol<Entry extends Times & { work_date: string | null }>(
  { zone }: { zone: (row: Entry) => string },
) {
  return (
    <Col
      label={words.common.day}
      source="work_date"
      render={(row: RaRecord & Entry) => <WorkDay of={row} zone={zone(row)} />}
    />
  );
}

/** The hours or the quantity of an entry, and its code where that is not regular. */
export function MuchCol<Entry extends object>({ of }: { of: (row: Entry) => Coded }) {
  return (
    <Col
      label={words.common.hours}
      source="hours"
      align="right"
      render={(row: RaRecord & Entry) => <Much of={of(row)} />}
    />
  );
}

/** A column of states. */
export function StateCol(
  { source = "status", label = words.common.state }: { source?: string; label?: string },
) {
  return (
    <Col
      label={label}
      source={source}
      render={(row: RaRecord) => <State of={row[source] as string | null} />}
    />
  );
}

function CsvButton(
  { resource, select, filter }: {
    resource: RelationName;
    select: string;
    filter: Record<string, unknown>;
  },
) {
  const { filterValues } = useListContext();
  const { businessDate: today } = useMe();
  const notify = useNotify();
  return (
    <ActButton
      label={words.common.csv}
      variant="text"
      startIcon={<DownloadIcon />}
      act={async () => {
        const file = await csvOf(
          resource,
          { ...filterValues, ...filter },
          select,
          today,
        );
        download(file.text, `${resource}.csv`);
        if (!file.isWhole) {
          notify(words.common.csvCut(count(MOST_ROWS)), {
            type: "warning",
            autoHideDuration: null,
          });
        }
      }}
    />
  );
}
