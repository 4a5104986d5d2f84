import { SelectInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { instant } from "../../ui/format.ts";
import { Col, NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.jobs;
type Run = Row<"job_runs">;

/** Every run of a scheduled job. */
export function JobRuns() {
  const me = useMe();
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="job_runs"
        storeKey="job_runs"
        none={say.none}
        select="id,job,status,dry_run,started_at,finished_at,counts,error"
        filters={[
          <SelectInput
            key="job"
            source="job"
            label={say.job}
            choices={["lock-ended", "accrue-interest"].map((id) => ({ id, name: id }))}
            alwaysOn
          />,
        ]}
      >
        <Col source="job" label={say.job} />
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
            Object.entries(one.counts ?? {}).map(([name, value]) => `${name} ${value}`).join(", ")}
        />
        <NameCol label={say.error} value={(one: Run) => one.error ?? ""} />
      </ScreenList>
    </Page>
  );
}
