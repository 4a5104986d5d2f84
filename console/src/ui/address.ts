import { useSearchParams } from "react-router-dom";

/**
 * Reads what a page is asked for in its address, and changes some of it.
 *
 * The page shows a change some moments after the address has it. A change that comes meanwhile follows the address:
 * otherwise it would take the one before it back.
 */
export function useAddress(): [
  URLSearchParams,
  (changed: Readonly<Record<string, string>>, options?: { replace?: boolean }) => void,
] {
  const [asked, ask] = useSearchParams();
  return [asked, (changed, options) => {
    const [, search] = globalThis.location.hash.split("?");
    ask({ ...Object.fromEntries(new URLSearchParams(search)), ...changed }, options);
  }];
}
