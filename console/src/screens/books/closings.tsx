import { Box } from "@mui/material";
import { call } from "../../api/call.ts";
import { allRows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, day, instant } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { lastMonth } from "./book_days.ts";
import { ClosedAreas } from "./closed_areas.tsx";
import { LateList } from "./late_list.tsx";

const say = words.books.closings;

/** The closings of the books, the last one first. */
export function useClosings() {
  return useAsk(
    ["book_closings"],
    () =>
      allRows("book_closings", {
        select: "id,through,postings,created_at,closed_by_name",
        order: "through.desc",
      }),
  );
}

/** Through which days the books were closed, and closing them through a later one. */
export function Closings() {
  const me = useMe();
  const closings = useClosings();
  const { to: endOfMonth } = lastMonth(me.businessDate);
  return (
    <Loaded query={closings}>
      {(found) => (
        <Page
          title={say.title}
          about={say.about}
          actions={isOneOf(me) && (
            <FormDialog
              button={say.close}
              title={say.closeTitle}
              text={
                <Box component="ul" sx={{ m: 0, pl: 3 }}>
                  {say.closeAbout.map((sentence) => <li key={sentence}>{sentence}</li>)}
                </Box>
              }
              submit={say.submit}
              done={say.done}
              buttonProps={{ variant: "contained" }}
              defaultValues={(found[0]?.through ?? "") < endOfMonth ? { through: endOfMonth } : {}}
              act={({ through }) => call("close_books", { through: String(through) })}
            >
              <DayInput source="through" label={say.lastDay} />
            </FormDialog>
          )}
        >
          <Part title={say.list}>
            <Rows
              label={say.list}
              rows={found}
              rowKey={({ id }) => id}
              empty={say.none}
              columns={[
                { label: say.through, value: ({ through }) => day(through) },
                { label: say.closedAt, value: (one) => instant(one.created_at, me.timezone) },
                { label: say.by, value: (one) => one.closed_by_name },
                { label: say.postings, value: (one) => count(one.postings), isNumber: true },
              ]}
            />
          </Part>
          <ClosedAreas />
          {found[0] && <LateList through={found[0].through} />}
        </Page>
      )}
    </Loaded>
  );
}
