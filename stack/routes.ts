import { cronFunction } from "./cron_proxy.ts";

/** Where a request goes. */
export type Route =
  | { readonly to: "rest" | "auth" }
  | { readonly to: "function"; readonly name: string; readonly path: string }
  | { readonly to: "nowhere" };

const FUNCTION_PATH = /^\/functions\/v1(\/([a-z0-9][a-z0-9_-]*)(?:\/.*)?)$/;

/**
 * The route of a path as `URL` gives it. A function gets the path it gets on the platform: the
 * prefix is gone and its own name comes first.
 */
export function route(pathname: string): Route {
  if (isBelow(pathname, "/rest/v1")) return { to: "rest" };
  if (isBelow(pathname, "/auth/v1")) return { to: "auth" };
  const cron = cronFunction(pathname);
  if (cron !== null) return { to: "function", name: cron, path: `/${cron}` };
  const [, path, name] = FUNCTION_PATH.exec(pathname) ?? [];
  return path !== undefined && name !== undefined
    ? { to: "function", name, path }
    : { to: "nowhere" };
}

function isBelow(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}
