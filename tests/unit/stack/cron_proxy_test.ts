import assert from "node:assert/strict";
import { cronFunction } from "../../../stack/cron_proxy.ts";

/** The path as the gateway sees it: parsed, with dots resolved and escapes kept. */
const pathname = (path: string) => new URL(path, "http://127.0.0.1").pathname;

Deno.test("cron_proxy/a_job_is_the_function_of_that_name_after_cron", () => {
  assert.equal(cronFunction("/api/cron/lock-ended"), "cron-lock-ended");
  assert.equal(cronFunction("/api/cron/accrue-interest"), "cron-accrue-interest");
});

Deno.test("cron_proxy/anything_but_one_plain_job_name_is_nobody's", () => {
  for (
    const path of [
      "/api/cron",
      "/api/cron/",
      "/api/cron/lock-ended/",
      "/api/cron/lock-ended/x",
      "/api/cron/Lock-Ended",
      "/api/cron/lock_ended",
      "/api/cron/-lock",
      "/api/cron/lock-",
      "/api/cron/lock--ended",
      "/api/cron/lock-ended%2F",
      "/api/cron/..%2Flock-ended",
      "/api/cron/%2e%2e/lock-ended",
      "/api/cron/../lock-ended",
      "/api/cron//lock-ended",
      "/api/cron/lock-ended%00",
      "/API/cron/lock-ended",
    ]
  ) {
    assert.equal(cronFunction(pathname(path)), null, path);
  }
});
