import { Button, Typography } from "@mui/material";
import { Navigate } from "react-router-dom";
import { words } from "../words.ts";
import { useSignedIn } from "./account.tsx";
import { Entrance } from "./entrance.tsx";
import type { Way } from "./fields.tsx";
import { startAnew } from "./here.ts";
import { Note } from "./note.tsx";
import type { Said } from "./words.ts";

const say = words.link;

/**
 * End of a link that signs nobody in: what happened, and what can be done now.
 *
 * @param way in that is offered to whoever is not signed in; with a password, unless told
 */
export function LinkEnd({ said: { message, hint }, way = "in" }: { said: Said; way?: Way }) {
  const email = useSignedIn();
  if (email === undefined) return null;
  const said = { message, hint };
  if (email === null) return <Navigate to="/login" state={{ said, way }} replace />;
  return (
    <Entrance title={say.title}>
      <Note said={said} />
      <Typography sx={{ mb: 2, overflowWrap: "anywhere" }}>{say.stillIn(email)}</Typography>
      <Button variant="contained" fullWidth onClick={startAnew}>{say.goOn}</Button>
    </Entrance>
  );
}
