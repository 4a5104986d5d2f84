import {
  type UndefinedInitialDataOptions,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { Box, Button, LinearProgress } from "@mui/material";
import { type ReactNode, useEffect } from "react";
import { useLogoutIfAccessDenied } from "react-admin";
import { refusalOf } from "../api/refusal.ts";
import { words } from "../words.ts";
import { RefusalNote } from "./refusal_note.tsx";

/** Asks the API for what a part of a screen shows; the key names it and what it depends on. */
export function useAsk<Result>(
  key: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Result>,
  options: Pick<UndefinedInitialDataOptions<Result>, "enabled" | "placeholderData"> = {},
): UseQueryResult<Result> {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    ...options,
  });
  const signOutIfUnknown = useLogoutIfAccessDenied();
  useEffect(() => {
    if (query.error) void signOutIfUnknown(query.error);
  }, [query.error, signOutIfUnknown]);
  return query;
}

/** Answer to a question: on its way, the reason why it did not come, or itself. */
export function Loaded<Result>(
  { query, children }: {
    query: UseQueryResult<Result>;
    children: (result: Result) => ReactNode;
  },
) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) {
    return (
      <Box sx={{ my: 1 }}>
        <RefusalNote refusal={refusalOf(query.error)} />
        <Button size="small" onClick={() => void query.refetch()}>
          {words.common.tryAgain}
        </Button>
      </Box>
    );
  }
  return <LinearProgress sx={{ my: 2 }} aria-label={words.common.loading} />;
}
