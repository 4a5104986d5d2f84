// A blue and reds on which text is legible (WCAG 2.2, 1.4.3), over react-admin's own grounds.

/** By day. */
export const lightPalette = {
  mode: "light",
  background: { default: "#fafafb" },
  primary: { main: "#1257a8" },
  secondary: { main: "#1257a8" },
  error: { main: "#b3261e" },
  text: { primary: "rgba(0,0,0,0.87)", secondary: "rgba(0,0,0,0.66)" },
} as const;

/** By night. */
export const darkPalette = {
  mode: "dark",
  background: { default: "#313131" },
  primary: { main: "#8ab8f5" },
  secondary: { main: "#8ab8f5" },
  error: { main: "#f2918a" },
} as const;

/** Buttons and tabs as they are written: capitals are harder to read. */
export const typography = { button: { textTransform: "none" } } as const;
