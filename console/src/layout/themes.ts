import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from "react-admin";

// react-admin's own, with a blue and reds on which text is legible (WCAG 2.2, 1.4.3).
const shared = {
  sidebar: { width: 215, closedWidth: 55 },
};

// The longest text that the database keeps; it refuses in words what is too long for its field.
const longestText = { defaultProps: { inputProps: { maxLength: 2000 } } };

/** By day. */
export const lightTheme = {
  ...defaultLightTheme,
  ...shared,
  components: { ...defaultLightTheme.components, MuiInputBase: longestText },
  palette: {
    ...defaultLightTheme.palette,
    primary: { main: "#1257a8" },
    secondary: { main: "#1257a8" },
    error: { main: "#b3261e" },
    text: { primary: "rgba(0,0,0,0.87)", secondary: "rgba(0,0,0,0.66)" },
  },
} as RaThemeOptions;

/** By night. */
export const darkTheme = {
  ...defaultDarkTheme,
  ...shared,
  components: { ...defaultDarkTheme.components, MuiInputBase: longestText },
  palette: {
    ...defaultDarkTheme.palette,
    primary: { main: "#8ab8f5" },
    secondary: { main: "#8ab8f5" },
    error: { main: "#f2918a" },
  },
} as RaThemeOptions;
