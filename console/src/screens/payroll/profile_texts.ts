import type { Json } from "../../../../supabase/functions/_shared/database.types.ts";

/** Settings of a payroll profile by their names. */
export type Settings = Readonly<Record<string, Json | undefined>>;
/** Settings as a form has them: lists and objects as lines of text. */
export type SettingTexts = Readonly<Record<string, string | boolean>>;

/** Settings of each layout that are one text, in the order of the form. */
export const TEXTS_OF: Readonly<Record<string, readonly string[]>> = {
  workforce_now: ["company_code", "batch_id"],
  run: ["company_code", "rate_code", "file_name"],
  paychex_spi: ["client_id", "file_name"],
  csv: ["file_name"],
};

/** Layouts whose rows have no work state of their own. */
export const MAPS_STATES = ["workforce_now", "run", "csv"];
/** Layouts whose titles can be others. */
export const HAS_TITLES = ["workforce_now", "run"];

const lines = (text: unknown) =>
  String(text ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== "");
const pairs = (of: Json | undefined) => Object.entries((of ?? {}) as Record<string, string>);

/** A column as a line: `Title = field`, or `Title = "text"`. */
function columnText(column: Json): string {
  const { title, field, literal } = column as Record<string, string | undefined>;
  return `${title} = ${field ?? JSON.stringify(literal ?? "")}`;
}

function columnOf(line: string): Json {
  const at = line.lastIndexOf(" = ");
  const [title, value] = at < 0
    ? [line, ""]
    : [line.slice(0, at).trim(), line.slice(at + 3).trim()];
  return /^".*"$/.test(value) ? { title, literal: value.slice(1, -1) } : { title, field: value };
}

/** Settings as texts, for a form. */
export function textsOf(kind: string, settings: Settings): SettingTexts {
  const one = (name: string, otherwise = "") => String(settings[name] ?? otherwise);
  return {
    ...Object.fromEntries((TEXTS_OF[kind] ?? []).map((name) => [name, one(name)])),
    pay_frequency: one("pay_frequency", "W"),
    row: one("row", "earning"),
    employment: one("employment", "both"),
    date_format: one("date_format", "YYYY-MM-DD"),
    delimiter: one("delimiter", ","),
    line_end: one("line_end", "crlf"),
    header: settings["header"] !== false,
    negative_amounts: settings["negative_amounts"] === undefined
      ? kind !== "run"
      : settings["negative_amounts"] === true,
    departments: pairs(settings["departments"]).map(([state, name]) => `${state} ${name}`).join(
      "\n",
    ),
    fields: pairs(settings["fields"]).map(([code, field]) => `${code} ${field}`).join("\n"),
    titles: pairs(settings["titles"]).map(([title, other]) => `${title} = ${other}`).join("\n"),
    columns: ((settings["columns"] ?? []) as Json[]).map(columnText).join("\n"),
  };
}

/** Settings that a form's texts say. What is empty is left out. */
export function settingsOf(kind: string, texts: Readonly<Record<string, unknown>>): Settings {
  const text = (name: string) => String(texts[name] ?? "").trim();
  const given = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, text(name)]).filter(([, value]) => value !== ""));
  const departments = Object.fromEntries(
    lines(texts["departments"]).map((line): [string, string] => {
      const [state = "", ...name] = line.split(/\s+/);
      return [state.toUpperCase(), name.join(" ")];
    }),
  );
  const titles = Object.fromEntries(
    lines(texts["titles"]).map((line): [string, string] => {
      const [title = "", ...other] = line.split(" = ");
      return [title.trim(), other.join(" = ").trim()];
    }),
  );
  const fields = Object.fromEntries(
    lines(texts["fields"]).map((line): [string, Json] => {
      const at = line.lastIndexOf(" ");
      const field = line.slice(at + 1);
      if (at < 0) return [line, null];
      return [line.slice(0, at).trim(), /^\d$/.test(field) ? Number(field) : field];
    }),
  );
  const columns = lines(texts["columns"]).map(columnOf);
  const hasState = kind === "paychex_spi" || kind === "csv" &&
      columns.some((column) => (column as { field?: string }).field === "work_state");
  return {
    ...given(TEXTS_OF[kind] ?? []),
    ...(kind === "run" ? given(["pay_frequency"]) : {}),
    ...(kind === "csv"
      ? {
        ...given(["row", "date_format", "line_end"]),
        ...(text("employment") === "both" ? {} : given(["employment"])),
        delimiter: String(texts["delimiter"] ?? ","),
        header: texts["header"] !== false,
        columns,
      }
      : {}),
    ...(kind === "workforce_now" && Object.keys(fields).length > 0 ? { fields } : {}),
    ...(HAS_TITLES.includes(kind) && Object.keys(titles).length > 0 ? { titles } : {}),
    ...(Object.keys(departments).length > 0
      ? { departments }
      : hasState
      ? {}
      : { state: "not_carried" }),
    negative_amounts: texts["negative_amounts"] === true,
  };
}
