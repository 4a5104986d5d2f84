import { DataTable, SelectInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { instant } from "../../ui/format.ts";
import { NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
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
        sort={{ field: "started_at", order: "DESC" }}
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
        <DataTable.Col source="job" label={say.job} disableSort />
        <StateCol />
        <DataTable.Col
          source="started_at"
          label={say.started}
          render={(one: Run) => instant(one.started_at, me.timezone)}
        />
        <DataTable.Col
          source="finished_at"
          label={say.finished}
          disableSort
          render={(one: Run) => instant(one.finished_at, me.timezone)}
        />
        <DataTable.Col
          source="dry_run"
          label={say.dry}
          disableSort
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
