import { Alert } from "@mui/material";
import { callPage, type RowOf } from "../../api/call.ts";
import { MAX_ROWS } from "../../api/rows.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import type { Employment } from "./use_profiles.ts";

const say = words.payroll.profiles;
type Told = RowOf<"payroll_file_obstacles">;
/** One kind of what keeps a file by a profile from being handed over, in words. */
interface Obstacle {
  readonly profile: string;
  readonly text: string;
}
const MOST_NAMED = 5;
const KINDS = ["payroll_number", "earning_code", "work_state", "department", "not_taken"];

/** Obstacles that keep files of a batch from being handed over by profiles; undefined while they are asked. */
export function useObstacles(
  batchId: string,
  profiles: readonly string[],
  employments: readonly Employment[],
): readonly Obstacle[] | undefined {
  return useAsk(
    ["payroll_file_obstacles", batchId, ...profiles, ...employments],
    async (signal) => {
      const found: Obstacle[] = [];
      for (const profile of profiles) {
        for (const employment of employments) {
          const told = await callPage(
            "payroll_file_obstacles",
            { payroll_batch_id: batchId, employment, profile },
            { order: "obstacle,name", limit: `${MAX_ROWS}` },
            signal,
          );
          for (const kind of KINDS) {
            const names = told.filter(({ obstacle }) => obstacle === kind).map(nameOf);
            const of = words.payroll.files.names[employment] ?? employment;
            if (names.length > 0) {
              found.push({ profile, text: `${of}: ${say.obstacles[kind]}: ${some(names)}.` });
            }
          }
        }
      }
      return found;
    },
  ).data;
}

function nameOf({ obstacle, name }: Told): string {
  return obstacle === "earning_code" ? words.payroll.codes.earnings[name] ?? name : name;
}

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(", ");
  return more > 0 ? `${named} ${words.payroll.missing.more(more)}` : named;
}

/** Says, before the batch is closed, what keeps its files from being handed over by the firm's profiles. */
export function ObstacleNote({ of: obstacles }: { of: readonly Obstacle[] }) {
  if (obstacles.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ my: 1 }}>
      {say.lacks}
      <ul>
        {obstacles.map(({ profile, text }) => <li key={`${profile} ${text}`}>{profile}, {text}
        </li>)}
      </ul>
      <TextLink to="/payroll/profiles">{say.title}</TextLink>,{" "}
      <TextLink to="/payroll/codes">{words.payroll.files.codes}</TextLink>,{" "}
      <TextLink to="/people/contractors">{words.payroll.files.numbers}</TextLink>
    </Alert>
  );
}
