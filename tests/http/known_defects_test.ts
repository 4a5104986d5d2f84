// What is known to be wrong with a real PostgREST in front of this schema is still so, or leaves the list.
import { assert } from "@std/assert";
import { KNOWN } from "../../prove/hostile/known.ts";
import { project } from "../support/http/project.ts";

for (const { what, shownBy } of KNOWN) {
  Deno.test({
    name: `known/${what.replaceAll(/\W+/g, "_")}`,
    ignore: shownBy === null || !Deno.env.get("POSTGREST_BIN"),
    fn: async () => {
      if (shownBy === null) return;
      const { path, init, isShown } = shownBy;
      const { baseUrl, secretKey } = project();
      const headers = { apikey: secretKey, "content-type": "application/json", ...init.headers };
      const answer = await fetch(baseUrl + path, { ...init, headers });
      const body = await answer.text();
      assert(isShown(answer), `${answer.status} ${body}: it is mended, and leaves the list`);
    },
  });
}
