import { Button, Typography } from "@mui/material";
import { useLogout } from "react-admin";
import { Page } from "../ui/page.tsx";
import { words } from "../words.ts";
import { CodeForm } from "./code_form.tsx";

const say = words.nothingHere;

/** For whoever is signed in and is nobody of the firm: they say who they are by the code that they were given. */
export function NothingHere() {
  const signOut = useLogout();
  return (
    <Page title={say.title}>
      <Typography sx={{ mb: 2, maxWidth: 600 }}>{say.text}</Typography>
      <CodeForm done={say.accepted}>
        <Button variant="outlined" onClick={() => void signOut()}>
          {words.common.signOut}
        </Button>
      </CodeForm>
    </Page>
  );
}
