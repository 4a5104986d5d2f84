import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableFooter,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { words } from "../words.ts";
import { Cards, useCards } from "./cards.tsx";

/** With more of them, they stand closer. */
const MANY_COLUMNS = 8;
/** From so many characters on, a column's label may take two lines. */
const LONG_LABEL = 10;
/** The first column, whose texts are long, on a phone and elsewhere. */
const FIRST_WIDTH = { xs: 110, sm: 140 };

/** A column of a short table. */
export interface Column<Row> {
  readonly label: string;
  /** In place of the label, where that is not a text. */
  readonly heading?: ReactNode;
  readonly value: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** Below the last row. */
  readonly total?: ReactNode;
}

/** A short table, whole; for contractors and contacts on a phone, cards. The first column leads to the row's own page where `to` says so. */
export function Rows<Row>({ rows, columns, rowKey, to, empty, label }: {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  to?: (row: Row) => string | null;
  empty: string;
  label: string;
}) {
  const isCards = useCards();
  if (rows.length === 0) {
    return <Typography color="text.secondary" sx={{ my: 2 }}>{empty}</Typography>;
  }
  const linked = columns.findIndex(({ heading }) => heading === undefined);
  const isWide = columns.length > MANY_COLUMNS;
  const hasTotals = columns.some(({ total }) => total !== undefined);
  if (isCards) {
    const others = columns.filter((_, index) => index !== linked);
    return (
      <Cards
        label={label}
        cards={[
          ...rows.map((row) => {
            const path = to?.(row) ?? null;
            const title = columns[linked]?.value(row);
            return {
              key: rowKey(row),
              title: path === null ? title : <TextLink to={path}>{title}</TextLink>,
              facts: others.map((column) =>
                [column.heading === undefined ? column.label : "", column.value(row)] as const
              ),
            };
          }),
          ...(hasTotals
            ? [{
              key: "total",
              title: columns[linked]?.total ?? words.common.total,
              facts: others.map((column) => [column.label, column.total] as const),
            }]
            : []),
        ]}
      />
    );
  }
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{
        "& td, & th": isWide
          ? { px: 0.5, fontSize: "0.8125rem", letterSpacing: 0 }
          : { px: { xs: 0.5, sm: 1 } },
      }}
    >
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell
                key={column.label}
                align={alignOf(column)}
                sx={column.label.length < LONG_LABEL ? { whiteSpace: "nowrap" } : {}}
              >
                {column.heading ?? column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} hover>
              {columns.map((column, index) => {
                const path = index === linked ? to?.(row) ?? null : null;
                return (
                  <TableCell
                    key={column.label}
                    align={alignOf(column)}
                    sx={{
                      ...numberStyle(column),
                      ...(index === linked
                        ? { minWidth: isWide ? FIRST_WIDTH.xs : FIRST_WIDTH }
                        : {}),
                    }}
                  >
                    {path === null
                      ? column.value(row)
                      : <TextLink to={path}>{column.value(row)}</TextLink>}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
        {hasTotals && (
          <TableFooter>
            <TableRow>
              {columns.map((column) => (
                <TableCell
                  key={column.label}
                  align={alignOf(column)}
                  sx={{
                    ...numberStyle(column),
                    color: "text.primary",
                    ...(isWide ? {} : { fontSize: "0.875rem" }),
                    fontWeight: "bold",
                  }}
                >
                  {column.total}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </TableContainer>
  );
}

/** A link within the console, as high as a finger needs it. */
export function TextLink(
  { to, children }: { to: string; children: ReactNode },
) {
  return (
    <Box
      component={Link}
      to={to}
      sx={{ color: "primary.main", display: "inline-block", py: "3px" }}
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Box>
  );
}

function alignOf<Row>({ isNumber }: Column<Row>): "right" | "left" {
  return isNumber ? "right" : "left";
}

function numberStyle<Row>({ isNumber }: Column<Row>) {
  return isNumber ? { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" } : {};
}
