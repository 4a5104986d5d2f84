/** Time zones as people in the United States call them, by their names. */
const KNOWN: Readonly<Record<string, string>> = {
  "America/New_York": "Eastern time (New York)",
  "America/Chicago": "Central time (Chicago)",
  "America/Denver": "Mountain time (Denver)",
  "America/Phoenix": "Mountain time, no daylight saving (Phoenix)",
  "America/Los_Angeles": "Pacific time (Los Angeles)",
  "America/Anchorage": "Alaska time (Anchorage)",
  "Pacific/Honolulu": "Hawaii time (Honolulu)",
  "America/Puerto_Rico": "Atlantic time (Puerto Rico)",
};

/** A time zone in words: `Mountain time (Denver)`, or of others the place, `London, Europe`. */
export function zoneText(name: string): string {
  const [area = name, ...place] = name.replaceAll("_", " ").split("/");
  return KNOWN[name] ?? (place.length === 0 ? area : `${place.reverse().join(", ")}, ${area}`);
}

/** Time zones to choose from, those of the United States first; one that is in use is always there. */
export function zoneChoices(inUse: string | null | undefined): { id: string; name: string }[] {
  const names = new Set([
    ...Object.keys(KNOWN),
    ...inUse ? [inUse] : [],
    ...Intl.supportedValuesOf("timeZone"),
  ]);
  return [...names].map((id) => ({ id, name: zoneText(id) }));
}

/** States, the District of Columbia and territories by the two letters of the post. */
const STATES =
  "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware," +
  "DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas," +
  "KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi," +
  "MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York," +
  "NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island," +
  "SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington," +
  "WV West Virginia,WI Wisconsin,WY Wyoming,GU Guam,PR Puerto Rico,VI U.S. Virgin Islands";
const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  STATES.split(",").map((one) => [one.slice(0, 2), one.slice(3)]),
);

/** A state in words: `Colorado`; of another country, its code. */
export function stateText(code: string): string {
  return STATE_NAMES.get(code) ?? code;
}

/** States to choose from by their names; a code of another country that is in use is there too. */
export function stateChoices(inUse: string | null | undefined): { id: string; name: string }[] {
  const codes = new Set([...STATE_NAMES.keys(), ...inUse ? [inUse] : []]);
  return [...codes].map((id) => ({ id, name: stateText(id) }));
}
