import { TextField } from "@mui/material";
import { useSearchParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { money, sum, today } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { type Column, Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { AgingPicture } from "./aging_picture.tsx";
import { OutstandingPicture } from "./outstanding_picture.tsx";

const say = words.cash.aging;
const COLUMNS = [
  ["current", say.current],
  ["days_1_30", say.d30],
  ["days_31_60", say.d60],
  ["days_61_90", say.d90],
  ["days_91_plus", say.more],
  ["balance", say.balance],
  ["disputed", words.dispute.ofBalance],
  ["interest", say.interest],
  ["unapplied_credits", say.credits],
  ["net", say.net],
] as const;

/** Money owed at the end of a day, by how long it is overdue. */
export function Aging() {
  const me = useMe();
  const [asked, setAsked] = useSearchParams();
  const asOf = asked.get("day") ?? today(me.timezone);
  const aging = useAsk(
    ["ar_aging_as_of", asOf],
    (signal) => call("ar_aging_as_of", { as_of: asOf }, signal),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <TextField
          type="date"
          size="small"
          variant="outlined"
          margin="none"
          fullWidth={false}
          label={say.asOf}
          value={asOf}
          onChange={({ target }) => target.value !== "" && setAsked({ day: target.value })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      }
    >
      <Part title={say.pictureTitle}>
        <AgingPicture through={asOf} />
      </Part>
      <Part title={say.title}>
        <Loaded query={aging}>
          {(found) => {
            type Owing = (typeof found)[number];
            const isDisputed = found.some(({ disputed }) => disputed !== 0);
            const columns = COLUMNS.filter(([name]) => name !== "disputed" || isDisputed).map((
              [name, label],
            ): Column<Owing> => ({
              label,
              value: (one) => one[name] === 0 ? "" : money(one[name]),
              isNumber: true,
              total: money(sum(found.map((one) => one[name]))),
            }));
            return (
              <Rows
                label={say.title}
                rows={found}
                rowKey={(one) => one.facility_id ?? ""}
                to={(one) => `/cash/aging/${one.facility_id}`}
                empty={say.none}
                columns={[
                  {
                    label: words.common.facility,
                    value: (one) => one.facility_name,
                    total: words.common.total,
                  },
                  ...columns,
                ]}
              />
            );
          }}
        </Loaded>
      </Part>
      <Part title={say.outstandingTitle} about={say.outstandingAbout}>
        <OutstandingPicture through={asOf} />
      </Part>
    </Page>
  );
}
