// What a proxy in front of Supabase does with the schedulers' addresses. The proxies in deploy/
// do the same.

const CRON_PATH = /^\/api\/cron\/([a-z]+(?:-[a-z]+)*)$/;

/**
 * The function behind a scheduler's address: `/api/cron/lock-ended` → `cron-lock-ended`. Null for
 * anything else below `/api/cron/`, also for encoded slashes and a slash at the end.
 */
export function cronFunction(pathname: string): string | null {
  const job = CRON_PATH.exec(pathname)?.[1];
  return job === undefined ? null : `cron-${job}`;
}
