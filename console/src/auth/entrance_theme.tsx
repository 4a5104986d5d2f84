import { createTheme, CssBaseline, ThemeProvider, useMediaQuery } from "@mui/material";
import type { ReactNode } from "react";
import { darkPalette, lightPalette, typography } from "../layout/palettes.ts";

/** Colors of what stands outside the console: those that were chosen in it, else the machine's. */
export function EntranceTheme({ children, plain = false }: {
  children: ReactNode;
  /** True where a page is there already. */
  plain?: boolean;
}) {
  const chosen = localStorage.getItem("RaStore.theme");
  const prefersDark = useMediaQuery("(prefers-color-scheme: dark)", { noSsr: true });
  const isDark = chosen === null ? prefersDark : chosen.includes("dark");
  return (
    <ThemeProvider
      theme={createTheme({ palette: isDark ? darkPalette : lightPalette, typography })}
    >
      {!plain && <CssBaseline />}
      {children}
    </ThemeProvider>
  );
}
