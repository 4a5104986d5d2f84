import { assertEquals } from "@std/assert";
import { type Relationships, unrelatedEmbed, withWaysNamed } from "../../../stack/lite_embeds.ts";

const key = (table: string, column: string, ref_table: string) => ({
  table,
  column,
  ref_table,
  foreign_key_name: `${table}_${column}_fkey`,
});
/** Placements of people at places, whose key is their own; and teams, whose members are the key. Busy are people. */
const KNOWN: Relationships = {
  tables: ["people", "places", "placements", "teams", "members"].map((name) => ({ name })),
  views: [{ name: "busy" }],
  foreign_keys: [
    key("placements", "person_id", "people"),
    key("placements", "place_id", "places"),
    key("members", "person_id", "people"),
    { ...key("members", "person_id", "people"), ref_table: "busy" },
    key("members", "team_id", "teams"),
  ],
  primary_keys: [
    ...["people", "places", "placements", "teams"].map((table) => ({ table, columns: ["id"] })),
    { table: "members", columns: ["person_id", "team_id"] },
  ],
};

Deno.test("lite_embeds/many_to_many_needs_a_key_that_holds_both", () => {
  const unrelated = (table: string, select: string) => unrelatedEmbed(KNOWN, table, select);
  assertEquals(unrelated("people", "places(*)"), { parent: "people", target: "places" });
  assertEquals(unrelated("places", "id,people(id)"), { parent: "places", target: "people" });
  // The way there and the way back are one column.
  assertEquals(unrelated("people", "busy(*)"), { parent: "people", target: "busy" });
  for (
    const select of ["*", "id", "placements(*)", "teams(*)", "nosuch(*)", "id::text"]
  ) {
    assertEquals(unrelated("people", select), null, select);
  }
});

Deno.test("lite_embeds/a_table_is_not_beside_itself_by_one_foreign_key", () => {
  assertEquals(unrelatedEmbed(KNOWN, "people", "people(*)"), {
    parent: "people",
    target: "people",
  });
  assertEquals(unrelatedEmbed(KNOWN, "placements", "placements(*)"), null);
});

Deno.test("lite_embeds/are_found_however_they_are_written_and_however_deep", () => {
  const deep = { parent: "people", target: "places" };
  for (
    const select of [
      "where:places(id)",
      "...places(name)",
      "places!inner(id)",
      "places!placements(id)",
      '"places"(id)',
      'id,"a,b(c":name,places()',
    ]
  ) assertEquals(unrelatedEmbed(KNOWN, "people", select), deep, select);
  for (
    const select of [
      "people(places(*))",
      "who:people!inner(id,places(id))",
      "person_id(places(*))",
      "placements_person_id_fkey(places(*))",
    ]
  ) assertEquals(unrelatedEmbed(KNOWN, "placements", select), deep, select);
});

Deno.test("lite_embeds/name_their_way_where_postgrest_knows_one_and_lite_several", () => {
  const known: Relationships = {
    ...KNOWN,
    tables: [...KNOWN.tables, { name: "visits" }, { name: "bills" }],
    foreign_keys: [
      ...KNOWN.foreign_keys,
      key("bills", "place_id", "places"), // the way
      // Between bills and places, with keys of their own.
      ...["visits", "placements"].flatMap((table) => [
        key(table, "bill_id", "bills"),
        ...table === "visits" ? [key(table, "place_id", "places")] : [],
      ]),
    ],
  };
  const named = (table: string, select: string) => withWaysNamed(known, table, select);
  const way = "bills_place_id_fkey";
  assertEquals(named("bills", "id,places(name)"), `id,places!${way}(name)`);
  assertEquals(named("places", "bills(id,visits(*))"), `bills!${way}(id,visits(*))`);
  assertEquals(
    named("visits", "on:bills!inner(...places!left(name)),id"),
    `on:bills!inner(...places!${way}!left(name)),id`,
  );
  assertEquals(named("people", "teams(name)"), "teams!members(name)");
  for (
    const [table, select] of [
      ["bills", "id,total.sum()"],
      ["bills", `places!${way}(name)`],
      ["bills", "place_id(name)"],
      ["bills", 'id,"a,b(c":total'],
      ["places", "placements(*)"], // nothing lies between
      ["bills", "nosuch(*)"],
    ] as const
  ) assertEquals(named(table, select), select);
});
