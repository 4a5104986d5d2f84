import { Box, Card, CardContent, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { entrance } from "./words.ts";

/** Frame of the pages before the console: a card with a form. */
export function Entrance(
  { title, children }: { title: string; children: ReactNode },
) {
  return (
    <Box
      component="main"
      sx={{
        minHeight: "100vh",
        display: "grid",
        placeItems: "center",
        p: 2,
        bgcolor: "background.default",
      }}
    >
      <Card sx={{ width: "100%", maxWidth: 380 }}>
        <CardContent>
          <Typography color="text.secondary">{entrance.product}</Typography>
          <Typography variant="h5" component="h1" sx={{ mb: 2 }}>
            {title}
          </Typography>
          {children}
        </CardContent>
      </Card>
    </Box>
  );
}
