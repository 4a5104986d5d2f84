import { Button } from "@mui/material";
import { Entrance } from "./entrance.tsx";
import { EntranceTheme } from "./entrance_theme.tsx";
import { Note } from "./note.tsx";
import { entrance } from "./words.ts";

/** Page of whoever is signed in where the console did not load. */
export function NotLoaded() {
  return (
    <EntranceTheme>
      <Entrance title={entrance.notLoaded.title}>
        <Note said={entrance.notLoaded} />
        <Button variant="contained" fullWidth onClick={() => location.reload()}>
          {entrance.reload}
        </Button>
      </Entrance>
    </EntranceTheme>
  );
}
