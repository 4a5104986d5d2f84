import type { Kind } from "./kind.ts";

/** Pages that people look at while others write. */
export const READS: readonly Kind[] = [
  {
    name: "read own time",
    who: "contractor",
    weight: 6,
    call: "select * from my_time order by work_date desc, time_entry_id limit 50",
    http: () => ({ path: "my_time?order=work_date.desc,time_entry_id&limit=50" }),
  },
  {
    name: "read what is owed",
    who: "contact",
    weight: 2,
    call: "select * from ar_aging",
    http: () => ({ path: "ar_aging" }),
  },
  {
    name: "read the board",
    who: "billing",
    weight: 2,
    call: "select * from board()",
    http: () => ({ path: "rpc/board", body: {} }),
  },
  {
    name: "search by two letters",
    who: "viewer",
    weight: 1,
    call: "select * from search('ma')",
    http: () => ({ path: "rpc/search", body: { text: "ma" } }),
  },
  {
    name: "read the invoices",
    who: "viewer",
    weight: 1,
    call: "select * from invoices order by created_at desc, id limit 50",
    http: () => ({ path: "invoices?order=created_at.desc,id&limit=50" }),
  },
  {
    name: "read the journal",
    who: "service",
    weight: 1,
    call: "select count(*) from journal(date '{today}' - 30, '{today}')",
  },
];
