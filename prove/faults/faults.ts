/** The part of `deno task prove` that breaks things. */
import { messageOf } from "../../stack/stack_error.ts";
import { numbersFrom } from "../numbers.ts";
import type { Outcome, Part, Table, Trial } from "../part.ts";
import { ACTS, JOB_ACTS } from "./acts.ts";
import type { Happened } from "./disturb.ts";
import { Ground } from "./ground.ts";
import { type Kind, kindsOn } from "./kinds.ts";
import { Stacks } from "./stacks.ts";

export const FAULTS: Part = {
  name: "faults",
  about:
    "Kills, full disks, lost connections, jumping clocks and half upgrades, each at a random " +
    "moment of a procedure or a job, on servers of its own.",
  share: 4,
  run: causeFaults,
};

/** However little time there is. */
const FEWEST = 5;

const REST_IS_IN_THE_STACK =
  "REST was not killed apart from its stack: POSTGREST_BIN is not set, and the embedded REST works in the stack's own " +
  "process, which was.";

/** One that was caused. */
interface Fault extends Happened {
  readonly kind: string;
}

async function causeFaults(trial: Trial): Promise<Outcome> {
  const deadline = Date.now() + trial.lasts;
  const ground = await Ground.start(trial.directory);
  const stacks = new Stacks(ground, ACTS, trial.postgrestBin);
  trial.report("the firm is there");
  try {
    const kinds = await kindsOn(ground, stacks);
    const skipped = kinds.flatMap(({ lacks }) => lacks ?? []);
    if (trial.postgrestBin === null) skipped.push(REST_IS_IN_THE_STACK);
    let late = 0;
    const faults: Fault[] = [];
    const findings: string[] = [];
    const isOver = () =>
      trial.signal.aborted ||
      (trial.calls === null
        ? faults.length >= FEWEST && Date.now() >= deadline
        : faults.length >= trial.calls);
    for (const { name, cause, lacks, seed } of inRandomOrder(kinds, trial.seed)) {
      if (isOver()) break;
      if (lacks) continue;
      const happened = await cause(numbersFrom(seed)).catch((error): Happened => ({
        when: "which could not be seen to its end",
        said: "nothing",
        hasStruck: true,
        findings: [`${messageOf(error)}; the server's last words: ${ground.lastLines()}`],
      }));
      await ground.recover();
      const nth = faults.length + 1;
      if (happened.hasStruck) faults.push({ kind: name, ...happened });
      else late++;
      const what = `${name}, ${happened.when}`;
      trial.report(`${happened.hasStruck ? nth : "too late"}: ${what}: ${happened.said}`);
      // Those that came too late may come in time then.
      const again = `deno task prove --only faults --seed ${trial.seed} --calls ${
        faults.length + late
      }`;
      for (const wrong of happened.findings) {
        findings.push(`${what}: ${wrong} (${again})`);
        trial.report(`FOUND ${wrong}`);
      }
    }
    return {
      calls: faults.length,
      did: [
        `It caused ${faults.length} faults of ${
          new Set(faults.map(({ kind }) => kind)).size
        } kinds during ` +
        `${
          ACTS.length - JOB_ACTS.length
        } procedures and ${JOB_ACTS.length} jobs, two thirds of them ` +
        "before a write that the seed chose, the others after a random time.",
        "After each it did the same again, twice, and compared with one run that nothing happened to: " +
        "every row, the invariants of the soak, mails, job_runs and health.",
        `${late} more came when the call had ended, and are not counted.`,
        ...skipped,
      ],
      tables: [tableOf(faults)],
      findings,
    };
  } finally {
    await stacks.end().finally(() => ground.stop());
  }
}

/** Every kind once before any comes again; those that take their time at first begin. Each has a seed of its own. */
function* inRandomOrder(kinds: readonly Kind[], seed: number): Generator<Kind & { seed: number }> {
  const next = numbersFrom(seed);
  for (let round = 0;; round++) {
    const isLater = ({ isSlow }: Kind) => Number(round > 0 || isSlow !== true);
    const lots = kinds.map((kind) => ({ kind, lot: next() }));
    lots.sort((one, other) => isLater(one.kind) - isLater(other.kind) || one.lot - other.lot);
    for (const { kind } of lots) yield { ...kind, seed: next() };
  }
}

function tableOf(faults: readonly Fault[]): Table {
  const byKind = Map.groupBy(faults, ({ kind }) => kind);
  return {
    head: ["Fault", "How often", "Callers saw", "Found"],
    rows: [...byKind].sort(([one], [other]) => one < other ? -1 : 1).map(([kind, own]) => {
      const said = Map.groupBy(own, ({ said }) => said);
      const most = [...said].sort(([, one], [, other]) => other.length - one.length);
      const found = own.reduce((sum, { findings }) => sum + findings.length, 0);
      const saw = most.map(([text, times]) => `${text} (${times.length})`).join("; ");
      return [kind, String(own.length), saw, String(found)];
    }),
  };
}
