import { Box } from "@mui/material";
import type { ReactElement } from "react";
import {
  FilterForm,
  ListContextProvider,
  type ListControllerResult,
  type RaRecord,
  SelectInput,
  useList,
} from "react-admin";
import { filterQuery } from "../api/list_query.ts";
import type { Query } from "../api/rows.ts";
import { words } from "../words.ts";

const AGES = [7, 14, 28, 56] as const;

/** Time that was worked so many days ago or before. */
export function AgeInput({ source = "age_days@gte" }) {
  return (
    <SelectInput
      source={source}
      label={words.common.age}
      choices={AGES.map((id) => ({ id, name: words.common.weeksOld(id / 7) }))}
      sx={{ minWidth: 160 }}
    />
  );
}

/** The filters of a list for what is shown otherwise: what they ask for, at first too, and their form. */
export function useFilters(
  filters: ReactElement[],
  initial: Record<string, unknown> = {},
): { query: Query; form: ReactElement } {
  const list = useList<RaRecord>({ data: [], filter: initial });
  return {
    query: Object.fromEntries(filterQuery(list.filterValues)),
    form: (
      // Its types do not know exactOptionalPropertyTypes.
      <ListContextProvider value={list as ListControllerResult}>
        <Box sx={{ mb: 2 }}>
          <FilterForm filters={filters} />
        </Box>
      </ListContextProvider>
    ),
  };
}
