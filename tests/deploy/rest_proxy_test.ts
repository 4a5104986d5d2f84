// nginx in front of PostgREST, as deploy/proxies/rest.conf has it.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { createClient } from "@supabase/supabase-js";
import { freePort } from "../../stack/processes.ts";
import { project } from "../support/http/project.ts";
import { PROXIES, startRestNginx } from "../support/http/proxies.ts";

const ignore = !PROXIES.some(({ name, isInstalled }) => name === "nginx" && isInstalled);

Deno.test({
  name: "rest_proxy/passes_text_alone_and_headers_by_their_names",
  ignore,
  fn: async () => {
    const passed: [path: string, headers: Headers][] = [];
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: freePort(), onListen: () => {} },
      (request) => {
        passed.push([request.url.replace(/^http:\/\/[^/]*/, ""), request.headers]);
        return Response.json([]);
      },
    );
    const proxy = await startRestNginx(`http://127.0.0.1:${server.addr.port}/`);
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${proxy.baseUrl}/rest/v1/${path}`, { headers });
      return [answer.status, (await answer.json()).code ?? "passed"];
    };
    try {
      const odd: [string, Record<string, string>?][] = [
        ["facilities?name=eq.%ff"],
        ["facilities?name=eq.%C3%28"],
        ["facilities?name=eq.%e0%80%80"],
        ["facilities?name=eq.%ed%a0%80"],
        ["facilities?name=eq.%f4%90%80%80"],
        ["facilities?name=eq.%c3"],
        ["facilities?name=eq.50%"],
        ["fac%ffilities"],
        ["facilities", { authorization: "Bearer \xff" }],
        ["facilities", { apikey: "\xc3(" }],
        ["facilities", { prefer: "count=\xff" }],
        ["facilities", { accept: "text/\xe9" }],
      ];
      for (const [path, headers] of odd) {
        assertEquals(
          await ask(path, headers),
          [400, "not_utf_8"],
          `${path} ${JSON.stringify(headers)}`,
        );
      }
      assertEquals(passed, []);
      const text = "facilities?name=in.(%22Zo%C3%AB+50%25%22,%e2%82%ac,%F0%9F%98%80)&select=*";
      assertEquals(await ask(text, { "x-odd": "\xff", Prefer: "count=exact" }), [200, "passed"]);
      const [[path, headers] = ["", new Headers()]] = passed;
      assertEquals(path, `/${text}`);
      assertEquals([headers.get("x-odd"), headers.get("prefer")], [null, "count=exact"]);
    } finally {
      await proxy.stop();
      await server.shutdown();
    }
  },
});

Deno.test({
  name: "rest_proxy/is_enough_for_supabase_js",
  ignore,
  fn: async () => {
    const { baseUrl, secretKey } = project();
    const proxy = await startRestNginx(`${baseUrl}/rest/v1/`);
    try {
      const client = createClient(proxy.baseUrl, secretKey);
      const name = `Behind nginx ${crypto.randomUUID()} – Zoë`;
      const made = await client.from("facilities").insert({ name }).select("id,name").single();
      assertEquals([made.error, made.data?.name], [null, name]);
      const found = await client.from("facilities").select("id", { count: "exact" })
        .eq("name", name).range(0, 0);
      assertEquals([found.error, found.count, found.data], [null, 1, [{ id: made.data?.id }]]);
      const { error } = await client.rpc("void_invoice", { invoice_id: null, reason: "–" });
      assertStrictEquals(error?.details, "argument_missing");
    } finally {
      await proxy.stop();
    }
  },
});
