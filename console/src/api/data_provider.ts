import type { DataProvider, GetListParams, Identifier, RaRecord } from "react-admin";
import { rest } from "./client.ts";
import { filterQuery, orderQuery } from "./list_query.ts";
import { Refusal } from "./refusal.ts";
import { factsOf } from "./resources.ts";
import { offeredSort } from "./sorts.ts";
import { insert, plainRows, type RelationName, remove, update } from "./rows.ts";
import type { Database } from "../../../supabase/functions/_shared/database.types.ts";

type TableName = keyof Database["public"]["Tables"];
type Plain = Record<string, unknown>;

/**
 * react-admin's lists and references over PostgREST. A list of what may have millions of rows asks for no count: it
 * fetches one row more than it shows, and so knows whether there is a next page.
 */
export const dataProvider = {
  supportAbortSignal: true,

  async getList(resource: string, params: GetListParams) {
    const { key, isCounted } = factsOf(resource);
    const { page, perPage } = params.pagination ?? { page: 1, perPage: 25 };
    // A browser may remember another sort than is offered today.
    const { field, then, order } = offeredSort(resource, key, params.sort, params.filter ?? {});
    const answer = await rest(resource, {
      query: [
        ["select", selectOf(params.meta)],
        ...filterQuery(params.filter ?? {}, todayOf(params.meta)),
        ["order", orderQuery([field, ...then === undefined ? [] : [then], key], order)],
        ["offset", `${(page - 1) * perPage}`],
        ["limit", `${isCounted ? perPage : perPage + 1}`],
      ],
      ...(isCounted ? { prefer: "count=exact" } : {}),
      signal: params.signal,
    });
    const found = await answer.json() as Plain[];
    const data = found.slice(0, perPage).map((row) => recordOf(row, key));
    const hasNextPage = found.length > perPage;
    // The last page says how many there are, also where nobody counted.
    const total = isCounted
      ? Number(answer.headers.get("content-range")?.split("/")[1])
      : (page - 1) * perPage + data.length;
    return isCounted || !hasNextPage && (data.length > 0 || page === 1)
      ? { data, total }
      : { data, pageInfo: { hasNextPage, hasPreviousPage: page > 1 } };
  },

  async getOne(
    resource: string,
    { id, meta }: { id: Identifier; meta?: unknown },
  ) {
    const [data] = await byKeys(resource, [id], meta);
    if (!data) {
      throw new Refusal(404, "This is not there, or not for you to see.");
    }
    return { data };
  },

  async getMany(
    resource: string,
    { ids, meta }: { ids: Identifier[]; meta?: unknown },
  ) {
    return { data: await byKeys(resource, ids, meta) };
  },

  getManyReference(
    resource: string,
    { target, id, filter, ...params }: GetListParams & {
      target: string;
      id: Identifier;
    },
  ) {
    return dataProvider.getList(resource, {
      ...params,
      filter: { ...filter, [target]: id },
    });
  },

  async create(resource: string, { data }: { data: Plain }) {
    const [created = {}] = await insert(resource as TableName, [data as never]) as Plain[];
    return { data: recordOf(created, factsOf(resource).key) };
  },

  async update(
    resource: string,
    { id, data, previousData }: {
      id: Identifier;
      data: Plain;
      previousData?: Plain;
    },
  ) {
    const { key } = factsOf(resource);
    // A role may write some columns only: what did not change is not sent.
    const changes = Object.fromEntries(
      Object.entries(data).filter(([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(previousData?.[name])
      ),
    );
    if (Object.keys(changes).length === 0) {
      return dataProvider.getOne(resource, { id });
    }
    const [changed = {}] = await update(
      resource as TableName,
      { [key]: `eq.${id}` },
      changes as never,
    ) as Plain[];
    return { data: recordOf(changed, key) };
  },

  async delete(resource: string, { id }: { id: Identifier }) {
    await remove(resource as TableName, {
      [factsOf(resource).key]: `eq.${id}`,
    });
    return { data: { id } };
  },

  updateMany: () => Promise.reject(new Refusal(0, "Rows are changed one at a time.")),
  deleteMany: () => Promise.reject(new Refusal(0, "Rows are removed one at a time.")),
} as unknown as DataProvider;

async function byKeys(
  resource: string,
  ids: Identifier[],
  meta: unknown,
): Promise<RaRecord[]> {
  const { key } = factsOf(resource);
  if (ids.length === 0) return [];
  const found = await plainRows(resource as RelationName, {
    select: selectOf(meta),
    ...Object.fromEntries(filterQuery({ [key]: ids })),
  });
  return found.map((row) => recordOf(row, key));
}

function selectOf(meta: unknown): string {
  const select = (meta as { select?: unknown } | undefined)?.select;
  return typeof select === "string" ? select : "*";
}

function todayOf(meta: unknown): string | undefined {
  const today = (meta as { today?: unknown } | undefined)?.today;
  return typeof today === "string" ? today : undefined;
}

function recordOf(row: Plain, key: string): RaRecord {
  return { ...row, id: row[key] as Identifier };
}
