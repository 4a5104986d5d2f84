import { Alert } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useLocation } from "react-router-dom";
import { ownerOfPage } from "../auth/session.ts";
import { keepTyped, typedBy } from "../auth/typed.ts";
import { words } from "../words.ts";

/** Place of a form's typed values, until they are sent or given up. */
export function useKeptName(title: string): { readonly name: string; forget(): void } {
  const { pathname } = useLocation();
  const name = `${pathname} ${title}`;
  return {
    name,
    forget() {
      const owner = ownerOfPage();
      if (owner !== null) keepTyped(owner.id, name, undefined);
    },
  };
}

/** Keeps what is typed in a form, and puts back what was typed before the page was left. */
export function KeptValues({ name }: { name: string }) {
  const { watch, setValue } = useFormContext();
  const userId = useRef(ownerOfPage()?.id).current;
  const [kept] = useState(() => userId === undefined ? undefined : typedBy(userId, name));
  const isBack = typeof kept === "object" && kept !== null;
  useEffect(() => {
    if (!isBack) return;
    for (const [field, value] of Object.entries(kept)) {
      setValue(field, value, { shouldDirty: true });
    }
  }, []);
  useEffect(() => {
    const { unsubscribe } = watch((values, { type }) => {
      // By a person: what a form sets by itself is no text of theirs.
      if (type === "change" && userId !== undefined) keepTyped(userId, name, plain(values));
    });
    return unsubscribe;
  }, [watch, name]);
  return isBack ? <Alert severity="info" sx={{ mb: 2 }}>{words.leaving.back}</Alert> : null;
}

/** Values that a text can hold: no files, and no rows of a table. */
function plain(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) =>
      ["string", "number", "boolean"].includes(typeof value)
    ),
  );
}
