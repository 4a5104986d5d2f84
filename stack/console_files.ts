import { extname, join, normalize } from "node:path";

/** Settings of its project that the console in a browser gets. */
export interface ConsoleProject {
  readonly url: string;
  readonly publishableKey: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Files beside index.html: those by which a browser installs the console, and the API's description. */
const BESIDE = /^\/(?:manifest\.webmanifest|icon[\w-]*\.(?:svg|png)|openapi\.json)$/;

/** Answers the files of the console that is built in `directory`; null where a path is none of its. */
export function consoleFiles(
  directory: string,
  project: ConsoleProject,
): (request: Request) => Promise<Response | null> {
  const headers = pageHeaders(project.url);
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const path = new URL(request.url).pathname;
    if (path === "/config.json") {
      const { url: SUPABASE_URL, publishableKey: SUPABASE_PUBLISHABLE_KEY } = project;
      return Response.json({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY }, {
        headers: { ...headers, "cache-control": "no-store" },
      });
    }
    const isAsset = /^\/assets\/[\w.-]+$/.test(path);
    const isNamed = isAsset || BESIDE.test(path);
    if (path !== "/" && path !== "/index.html" && !isNamed) return null;
    const file = join(directory, isNamed ? normalize(path) : "index.html");
    const body = await Deno.readFile(file).catch(() => null);
    if (body === null) return isNamed ? null : notBuilt(headers);
    return new Response(body, {
      headers: {
        ...headers,
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        // The name of an asset follows what is in it; index.html names them.
        "cache-control": isAsset ? "public, max-age=31536000, immutable" : "no-cache",
      },
    });
  };
}

/**
 * Headers of every page of the console. Nothing runs in it that is not of it, and it speaks to nobody but its
 * project; MUI writes its rules into the page, hence `unsafe-inline` for styles alone.
 */
export function pageHeaders(projectUrl: string): Record<string, string> {
  return {
    "content-security-policy": [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      `connect-src 'self' ${projectUrl}`,
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

function notBuilt(headers: Record<string, string>): Response {
  const text = `<!doctype html><html lang="en"><meta http-equiv="refresh" content="5">
<title>The console is not built</title>
<h1>The console is not built yet</h1>
<p>The stack builds it after it has started, which takes about a minute the first time: its log says
how that went. This page looks for it every five seconds.</p>
<p>Where there is no way to the npm registry, build it elsewhere with
<code>npx -y deno@2.9.6 task console</code>, bring <code>console/dist</code> here, and start the
stack again.</p></html>
`;
  return new Response(text, {
    status: 503,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
    },
  });
}
