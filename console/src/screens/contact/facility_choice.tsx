import { MenuItem, TextField } from "@mui/material";
import { useStore } from "react-admin";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const ALL = "";

/** Choice of the facility that a contact looks at: the same on all their pages. */
export function useFacilities(): {
  /** Those that are looked at. */
  readonly chosen: readonly { readonly id: string; readonly name: string }[];
  readonly choose: (id: string) => void;
} {
  const { facilities } = useMe();
  const [kept, choose] = useStore("contact.facility", ALL);
  const one = facilities.filter(({ id }) => id === kept);
  return { chosen: one.length > 0 ? one : facilities, choose };
}

/** For contacts of several facilities: all of them, or one. */
export function FacilityChoice() {
  const { facilities } = useMe();
  const { chosen, choose } = useFacilities();
  if (facilities.length < 2) return null;
  return (
    <TextField
      select
      size="small"
      variant="outlined"
      margin="none"
      label={words.common.facility}
      value={chosen.length === 1 ? chosen[0]?.id : ALL}
      onChange={({ target }) => choose(target.value)}
      sx={{ minWidth: 240, maxWidth: "100%", mt: 0.75 }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value={ALL}>{words.contact.allFacilities}</MenuItem>
      {facilities.map(({ id, name }) => <MenuItem key={id} value={id}>{name}</MenuItem>)}
    </TextField>
  );
}
