import { HolidayCalendars } from "../../ui/holiday_calendars.tsx";
import { Page } from "../../ui/page.tsx";
import { PremiumRules } from "../../ui/premium_rules.tsx";
import { words } from "../../words.ts";

/** Premiums by clock and calendar of all of the firm, and the calendars that they name. */
export function Premiums() {
  return (
    <Page title={words.premiums.page} about={words.premiums.pageAbout}>
      <PremiumRules place={{ of: "firm", facilityId: null, assignmentId: null }} />
      <HolidayCalendars facilityId={null} />
    </Page>
  );
}
