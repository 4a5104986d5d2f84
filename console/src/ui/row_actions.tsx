import { Box } from "@mui/material";
import type { ReactNode } from "react";
import { FormDialog, type Values } from "./form_dialog.tsx";

/** Texts of changing a row, and of removing it. */
export interface RowActionTexts {
  readonly change: string;
  readonly changeTitle: (name: string) => string;
  readonly changeAbout?: string;
  readonly save: string;
  readonly saved: string;
  readonly remove: string;
  readonly removeTitle: (name: string) => string;
  readonly removeAbout?: string;
  readonly removeNow: string;
  readonly removed: string;
}

/** Buttons that change a row of a list, by the inputs that they are given, and that remove it, where it may go. */
export function RowActions({ say, name, values, change, remove, direction = "row", children }: {
  say: RowActionTexts;
  /** The row by its name. */
  name: string;
  /** Values that the inputs begin with. */
  values: Values;
  change: (values: Values) => Promise<unknown>;
  remove?: () => Promise<unknown>;
  direction?: "row" | "column";
  children: ReactNode;
}) {
  return (
    <Box
      sx={{
        display: "flex",
        flexDirection: direction,
        justifyContent: "flex-end",
        whiteSpace: "nowrap",
      }}
    >
      <FormDialog
        button={say.change}
        title={say.changeTitle(name)}
        text={say.changeAbout}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${name}` }}
        defaultValues={values}
        act={change}
      >
        {children}
      </FormDialog>
      {remove && (
        <FormDialog
          button={say.remove}
          title={say.removeTitle(name)}
          text={say.removeAbout}
          submit={say.removeNow}
          done={say.removed}
          buttonProps={{ variant: "text", "aria-label": `${say.remove} ${name}` }}
          act={remove}
        />
      )}
    </Box>
  );
}
