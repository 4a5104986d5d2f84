import { Typography } from "@mui/material";
import { type Coded, codeTitle, hoursWorked, muchOf, notWorked } from "./codes.ts";

/** The hours or the quantity of time, and small below them the title of its code where it is not regular. */
export function Much({ of }: { of: Coded }) {
  const title = codeTitle(of);
  return (
    <>
      {muchOf(of)}
      {title !== null && <Small>{title}</Small>}
    </>
  );
}

/** The hours worked of entries, and small below them what is not worked. */
export function Sums({ of }: { of: readonly Coded[] }) {
  return (
    <>
      {hoursWorked(of)}
      {notWorked(of).map((text) => <Small key={text}>{text}</Small>)}
    </>
  );
}

function Small({ children }: { children: string }) {
  return (
    <>
      {/* Who hears it hears where one ends. */}{" "}
      <Typography
        component="span"
        variant="caption"
        color="text.secondary"
        sx={{ display: "block", lineHeight: 1.4 }}
      >
        {children}
      </Typography>
    </>
  );
}
