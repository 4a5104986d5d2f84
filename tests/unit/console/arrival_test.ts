// The console finds what a mail's link brought, wherever Auth writes it into the address.
import { assertEquals } from "@std/assert";
import { arrivalOf } from "../../../console/src/auth/arrival.ts";

const brought = (rest: string): unknown =>
  arrivalOf(new URL(`https://console.example.com/${rest}`));

Deno.test("arrival/a_link_of_our_templates_brings_a_token_on_whatever_page_it_names", () => {
  const token = { by: "token", kind: "recovery", token: "pkce_1" };
  assertEquals(brought("#/link?token_hash=pkce_1&type=recovery"), token);
  // As the templates of earlier versions had it.
  assertEquals(brought("#/set-password?token_hash=pkce_1&type=recovery"), token);
  assertEquals(brought("#/link?token_hash=1&type=signup"), {
    by: "token",
    kind: "email",
    token: "1",
  });
});

Deno.test("arrival/a_link_of_auths_own_brings_a_code_a_session_half_or_a_refusal", () => {
  assertEquals(brought("?code=1#/link?type=email"), { by: "code", kind: "email", code: "1" });
  assertEquals(brought("?code=1"), { by: "code", kind: null, code: "1" });
  assertEquals(brought("#access_token=1&refresh_token=2&expires_in=3600&type=invite"), {
    by: "session",
    kind: "invite",
    access: "1",
    refresh: "2",
  });
  assertEquals(brought("#message=Confirmation+link+accepted&sb="), { by: "half" });
  const refused = { by: "refused", code: "otp_expired" };
  assertEquals(brought("?error=access_denied&error_code=otp_expired#/link?type=email"), refused);
  assertEquals(brought("#error=access_denied&error_code=otp_expired&sb="), refused);
});

Deno.test("arrival/an_address_of_the_consoles_own_brings_nothing", () => {
  for (
    const rest of [
      "",
      "#/",
      "#/link",
      "#/link?type=recovery",
      "#/link?token_hash=1&type=constructor",
      "#/people/candidates?filter=%7B%22code%22%3A1%7D&error=1&code=2&message=3",
    ]
  ) assertEquals(brought(rest), null, rest);
});
