import { Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { auth } from "../api/client.ts";

/** An address that somebody has to look at. */
export function Account({ email }: { email: string }) {
  return (
    <Typography component="strong" sx={{ fontWeight: 700, overflowWrap: "anywhere" }}>
      {email}
    </Typography>
  );
}

/** Address of whoever is signed in here; null: nobody is; undefined: that is not known yet. */
export function useSignedIn(): string | null | undefined {
  const [email, setEmail] = useState<string | null>();
  useEffect(() => {
    void auth().getSession().then(({ data }) => setEmail(data.session?.user.email ?? null));
  }, []);
  return email;
}
