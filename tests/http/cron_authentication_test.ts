// Who may run a job, through the proxy and on the function itself.
import {
  type Ask,
  ask,
  assertCounts,
  assertRunsNothing,
  assertUnauthorized,
  testEachDoor,
} from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";

const secret = () => project().cronSharedSecret;

testEachDoor("cron/takes_the_secret_as_bearer_or_as_token", async ({ job, url }) => {
  const right: Record<string, Ask> = {
    "Bearer": { bearer: secret() },
    "the scheme in lower case": { authorization: `bearer ${secret()}` },
    "the scheme in upper case": { authorization: `BEARER ${secret()}` },
    "token": { token: secret() },
  };
  for (const request of Object.values(right)) assertCounts(job, await ask(url, request));
});

testEachDoor("cron/takes_a_token_of_which_each_character_is_url_encoded", async ({ job, url }) => {
  const bytes = [...new TextEncoder().encode(secret())];
  const encoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  assertCounts(job, await ask(`${url}?first=1&token=${encoded}&last=a%20b+c%26token=x`));
});

testEachDoor("cron/lets_the_header_decide_when_both_carry_a_secret", async ({ job, url }) => {
  assertCounts(job, await ask(url, { bearer: secret(), token: "wrong" }));
  await assertRunsNothing(job, async () => {
    assertUnauthorized(await ask(url, { bearer: "wrong", token: secret() }), "wrong header");
  });
});

testEachDoor("cron/refuses_every_other_caller_alike_and_runs_nothing", async ({ job, url }) => {
  const last = secret().at(-1) === "A" ? "B" : "A";
  const wrong: Record<string, string> = {
    "wrong": "wrong",
    "of the same length": "x".repeat(secret().length),
    "wrong only at its end": secret().slice(0, -1) + last,
    "a character short": secret().slice(0, -1),
    "a character long": `${secret()}x`,
    "one letter": "x",
    "long": "x".repeat(4000),
    "doubled": secret() + secret(),
    "in the other case": secret().toUpperCase() === secret()
      ? secret().toLowerCase()
      : secret().toUpperCase(),
    "in quotes": `"${secret()}"`,
    "unicode": "sécret-日本-🔑",
    "unicode at its end": `${secret()}é`,
    "with a byte 0 behind": `${secret()}\0`,
  };
  const refused: Record<string, Ask> = {
    "no secret at all": {},
    "an empty header": { authorization: "" },
    "a scheme without a secret": { authorization: "Bearer" },
    "a scheme and a space": { authorization: "Bearer " },
    "Basic": { authorization: `Basic ${btoa(`cron:${secret()}`)}` },
    "Basic with the bare secret": { authorization: `Basic ${secret()}` },
    "no scheme": { authorization: secret() },
    "a scheme that begins alike": { authorization: `Bearers ${secret()}` },
    "two secrets in one header": { authorization: `Bearer wrong, Bearer ${secret()}` },
    "an empty token": { token: "" },
    "a blank token": { token: "   " },
    "the secret as a body": { body: JSON.stringify({ token: secret() }) },
  };
  for (const [how, text] of Object.entries(wrong)) {
    refused[`a token that is ${how}`] = { token: text };
    // No header can carry a byte 0.
    if (!text.includes("\0")) refused[`a bearer that is ${how}`] = { bearer: text };
  }
  await assertRunsNothing(job, async () => {
    for (const [what, request] of Object.entries(refused)) {
      assertUnauthorized(await ask(url, request), what);
    }
  });
});

testEachDoor("cron/looks_for_the_secret_nowhere_else", async ({ job, url }) => {
  await assertRunsNothing(job, async () => {
    for (
      const query of [
        `?TOKEN=${secret()}`,
        `?secret=${secret()}`,
        `?${secret()}`,
        `#token=${secret()}`,
      ]
    ) {
      assertUnauthorized(await ask(url + query), query.slice(0, 8));
    }
    const answer = await fetch(url, {
      method: "POST",
      headers: { "x-token": secret(), apikey: secret() },
    });
    assertUnauthorized(
      { status: answer.status, headers: answer.headers, text: await answer.text(), json: {} },
      "other headers",
    );
  });
});
