import { Button, Typography } from "@mui/material";
import { useLogout } from "react-admin";
import { words } from "../words.ts";
import { Page } from "../ui/page.tsx";

/** For whoever is signed in and has no screens. */
export function NothingHere() {
  const signOut = useLogout();
  return (
    <Page title={words.nothingHere.title}>
      <Typography sx={{ mb: 2 }}>{words.nothingHere.text}</Typography>
      <Button variant="outlined" onClick={() => void signOut()}>
        {words.common.signOut}
      </Button>
    </Page>
  );
}
