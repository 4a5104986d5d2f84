import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from "react-admin";
import { darkPalette, lightPalette, typography } from "./palettes.ts";

// react-admin's own, with other colors.
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
  palette: { ...defaultLightTheme.palette, ...lightPalette },
  typography,
} as RaThemeOptions;

/** By night. */
export const darkTheme = {
  ...defaultDarkTheme,
  ...shared,
  components: { ...defaultDarkTheme.components, MuiInputBase: longestText },
  palette: { ...defaultDarkTheme.palette, ...darkPalette },
  typography,
} as RaThemeOptions;
