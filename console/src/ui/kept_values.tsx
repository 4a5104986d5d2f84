import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useLocation } from "react-router-dom";
import { ownerOfPage } from "../auth/session.ts";
import { keepTyped, typedBy } from "../auth/typed.ts";

type Values = Record<string, unknown>;

/** Typed values of one form of one page, kept until they are sent or given up. */
export interface Kept {
  /** Values of before the page was left; null: there are none. */
  readonly values: Values | null;
  keep(values: Values): void;
  forget(): void;
}

/** Keeps what whoever is signed in types in the form of this title, on this page. */
export function useKept(title: string): Kept {
  const { pathname } = useLocation();
  const name = `${pathname} ${title}`;
  const userId = ownerOfPage()?.id;
  const [values] = useState(() => {
    const kept = userId === undefined ? undefined : typedBy(userId, name);
    return typeof kept === "object" && kept !== null ? { ...kept } : null;
  });
  return {
    values,
    keep(values) {
      if (userId !== undefined) keepTyped(userId, name, plain(values));
    },
    forget() {
      if (userId !== undefined) keepTyped(userId, name, undefined);
    },
  };
}

/** Part of a form that keeps what is typed in it. */
export function KeepTyped({ kept }: { kept: Kept }) {
  const { watch } = useFormContext();
  useEffect(() => {
    const { unsubscribe } = watch((values, { type }) => {
      // By a person: what a form sets by itself is no text of theirs.
      if (type === "change") kept.keep(values);
    });
    return unsubscribe;
  }, [watch]);
  return null;
}

/** Values that a text can hold: no files, and no rows of a table. */
function plain(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) =>
      ["string", "number", "boolean"].includes(typeof value)
    ),
  );
}
