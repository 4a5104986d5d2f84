/**
 * How postgres.js reads what Lite then answers, so that it is what PostgREST answers: numbers for
 * numeric, and instants as JSON has them (`2026-04-01T09:30:00+00:00`).
 */
export const ANSWERED_AS_JSON = {
  numeric: {
    to: 1700,
    from: [1700],
    serialize: (value: unknown) => String(value),
    parse: (text: string) => Number.isFinite(Number(text)) ? Number(text) : text,
  },
  timestamp: {
    to: 1114,
    from: [1114],
    serialize: (value: unknown) => value,
    parse: (text: string) => text.replace(" ", "T"),
  },
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => value,
    parse: (text: string) => text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"),
  },
};
