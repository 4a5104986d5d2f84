/** Asks the embedded REST and a PostgREST each table with each other one in it. */
import type { Findings } from "./findings.ts";
import type { Answers } from "./rest_compare.ts";

/** Number of pairs that are asked for at the same time. */
const LANES = 4;

/** Holds that both answer each pair with the same status. */
export async function compareEmbeds(
  embedded: Answers,
  postgrest: Answers,
  relations: readonly string[],
  secretKey: string,
  findings: Findings,
): Promise<void> {
  const pairs = relations.flatMap((one) => relations.map((other) => [one, other] as const));
  const left = pairs.values();
  const lane = async () => {
    for (const [one, other] of left) {
      const path = `${one}?select=${other}(*)&limit=0`;
      const [here, there] = await Promise.all(
        [embedded, postgrest].map((answers) => statusOf(answers, path, secretKey)),
      );
      if (here === there) continue;
      findings.add(
        "the embedded REST answers an embed otherwise",
        `${path}: ${here} embedded, ${there} of PostgREST`,
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function statusOf(answers: Answers, path: string, secretKey: string): Promise<number> {
  const answer = await answers(
    new Request(`http://127.0.0.1/rest/v1/${path}`, { headers: { apikey: secretKey } }),
  );
  await answer.body?.cancel();
  return answer.status;
}
