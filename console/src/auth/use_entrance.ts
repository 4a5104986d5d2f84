import { useEffect, useRef, useState } from "react";
import { type Refusal, refusalOf } from "../api/refusal.ts";

/** Sending a form before the console: once at a time, and what came of it. */
export function useEntrance(): {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  run(work: () => Promise<void>): Promise<void>;
} {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Whoever comes in leaves the form while it is still being sent.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return {
    isBusy,
    refusal,
    async run(work) {
      setBusy(true);
      setRefusal(null);
      try {
        await work();
      } catch (thrown) {
        if (isShown.current) setRefusal(refusalOf(thrown));
      } finally {
        if (isShown.current) setBusy(false);
      }
    },
  };
}
