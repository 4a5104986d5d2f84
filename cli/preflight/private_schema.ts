import type postgres from "postgres";
import { type Findings, NOTHING } from "./findings.ts";

interface PrivateSchema {
  readonly owner: string;
  readonly isOurs: boolean;
  /** Rights that the first file takes away, such as `usage of anon`. */
  readonly lost: readonly string[];
}

/** A schema private that is there, and rights on it that the first file would take away. */
export async function privateSchema(sql: postgres.TransactionSql): Promise<Findings> {
  const [schema] = await sql<PrivateSchema[]>`
    select pg_get_userbyid(nspowner) as owner, pg_has_role(nspowner, 'usage') as "isOurs",
           array(select lower(privilege_type) || ' of ' || case grantee when 0 then 'everybody' else grantee::regrole::text end
                   from aclexplode(nspacl)
                  where grantee in (0, to_regrole('anon'), to_regrole('authenticated'))
                    and (grantee is distinct from to_regrole('authenticated') or privilege_type <> 'USAGE')
                  order by 1) as lost
      from pg_catalog.pg_namespace
     where nspname = 'private'`;
  if (schema === undefined) return NOTHING;
  if (!schema.isOurs) {
    return {
      inTheWay: [{
        what:
          `The schema private belongs to ${schema.owner}, and this project needs one of its own.`,
        todo: "Rename yours (alter schema private rename to …), and where your functions name it.",
      }],
      toKnow: [],
    };
  }
  if (schema.lost.length > 0) {
    return {
      inTheWay: [{
        what: "The schema private is here. The first file takes rights on it away:",
        names: schema.lost,
        todo:
          "Rename yours (alter schema private rename to …), and where your functions name it. Or give " +
          "the rights back after the installation: no later file takes them.",
      }],
      toKnow: [],
    };
  }
  return {
    inTheWay: [],
    toKnow: [
      "The schema private is here. The roles authenticated and service_role get usage of it, so " +
      "look at who may call your functions in it.",
    ],
  };
}
