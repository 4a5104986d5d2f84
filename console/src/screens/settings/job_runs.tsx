import { SelectInput } from "react-admin";
import { Jobs } from "./jobs.tsx";
import type { Row } from "../../api/rows.ts";
import { instant } from "../../ui/format.ts";
import { Col, NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.jobs;
type Run = Row<"job_runs">;
/** It runs each minute, and would hide the others. */
const EACH_MINUTE = "deliver";
const DAILY = ["lock-ended", "accrue-interest", "maintain"];
const ALL_BUT = `(${DAILY.join(",")})`;
const CHOICES = [
  { id: ALL_BUT, name: say.allBut(say.names[EACH_MINUTE] ?? EACH_MINUTE) },
  ...[...DAILY, EACH_MINUTE].map((name) => ({ id: `(${name})`, name: say.names[name] ?? name })),
];

/** Every run of a scheduled job; at first without those of each minute. */
export function JobRuns() {
  const me = useMe();
  return (
    <Page title={say.title} about={say.about}>
      <Jobs />
      <Part title={say.runsTitle} about={say.runsAbout}>
        <ScreenList
          resource="job_runs"
          storeKey="job_runs"
          none={say.none}
          select="id,job,status,dry_run,started_at,finished_at,counts,error"
          defaultFilters={{ "job@in": ALL_BUT }}
          filters={[
            <SelectInput
              key="job"
              source="job@in"
              label={say.job}
              choices={CHOICES}
              alwaysOn
            />,
          ]}
        >
          <Col
            source="job"
            label={say.job}
            render={(one: Run) => say.names[one.job] ?? one.job}
          />
          <StateCol />
          <Col
            source="started_at"
            label={say.started}
            render={(one: Run) => instant(one.started_at, me.timezone)}
          />
          <Col
            source="finished_at"
            label={say.finished}
            render={(one: Run) => instant(one.finished_at, me.timezone)}
          />
          <Col
            source="dry_run"
            label={say.dry}
            render={(one: Run) => one.dry_run ? words.settings.firm.yes : ""}
          />
          <NameCol
            label={say.counts}
            value={(one: Run) =>
              Object.entries(one.counts ?? {}).map(([name, value]) =>
                `${say.countNames[name] ?? name.replaceAll("_", " ")} ${value}`
              ).join(", ")}
          />
          <NameCol label={say.error} value={(one: Run) => one.error ?? ""} />
        </ScreenList>
      </Part>
    </Page>
  );
}
