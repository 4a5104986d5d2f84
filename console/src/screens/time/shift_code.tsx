import { required, SelectInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { HOUR, REGULAR } from "../../ui/codes.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { words } from "../../words.ts";
import { useCodesAt } from "./codes_at.ts";

const say = words.time.shift;

/** A code of hours worked, which a shift may have. */
export interface ShiftCode {
  readonly code: string;
  readonly title: string;
}

/** Codes that a contractor's shift may have, of those that they may enter. */
export function shiftCodesOf(codes: readonly Row<"my_codes">[]): ShiftCode[] {
  return codes.filter((one) => one.is_worked && one.unit === HOUR)
    .map((one) => ({ code: one.code ?? "", title: one.title ?? "" }));
}

/** The code of a shift, where it may have another than that of regular time. */
export function ShiftCodeInput({ codes }: { codes: readonly ShiftCode[] }) {
  if (codes.length === 0) return null;
  return (
    <SelectInput
      source="code"
      label={words.codes.code}
      choices={[
        { id: REGULAR, name: say.regular },
        ...codes.map(({ code, title }) => ({ id: code, name: title })),
      ]}
      translateChoice={false}
      validate={required()}
      helperText={say.codeAbout}
      fullWidth
    />
  );
}

/** The same, of those that the staff member may enter at an assignment. */
export function ShiftCodeAt({ assignmentId, facilityId }: {
  assignmentId: string;
  facilityId: string;
}) {
  const codes = useCodesAt(assignmentId, facilityId);
  return (
    <Loaded query={codes}>
      {(found) => (
        <ShiftCodeInput
          codes={found.filter((one) => one.is_worked)
            .map(({ name, title }) => ({ code: name, title }))}
        />
      )}
    </Loaded>
  );
}
