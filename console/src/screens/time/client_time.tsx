import { useState } from "react";
import { isOneOf } from "../../me.ts";
import { DayField } from "../../ui/day_field.tsx";
import { daysAfter, today, weekStart } from "../../ui/format.ts";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { ClientFile } from "./client_file.tsx";
import { Variances } from "./variances.tsx";

const say = words.time.client;

/** A week by our account and by that of the client's system, and the file by which its account comes. */
export function ClientTime() {
  const me = useMe();
  const [chosen, setChosen] = useState<string | null>(null);
  const week = chosen ?? daysAfter(weekStart(today(me.timezone), me.weekStartsOn), -7);
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <DayField
          label={say.weekFrom}
          value={week}
          set={(day) => setChosen(weekStart(day, me.weekStartsOn))}
        />
      }
    >
      {isOneOf(me, "payroll") && <ClientFile />}
      <Variances week={week} />
    </Page>
  );
}
