import { useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { CodeRates } from "../../ui/code_rates.tsx";
import { HolidayCalendars } from "../../ui/holiday_calendars.tsx";
import { pathOf } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Notes } from "../../ui/notes.tsx";
import { Facts, Page } from "../../ui/page.tsx";
import { PremiumRules } from "../../ui/premium_rules.tsx";
import { Requirements } from "../../ui/requirements.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Contacts } from "./contacts.tsx";
import { EditFacility } from "./facility_form.tsx";
import { BilledFacilities, FacilityBillTo } from "./facility_bill_to.tsx";
import { FacilityCollector } from "./facility_collector.tsx";
import { FACILITY, FacilityDefaults } from "./facility_defaults.tsx";
import { FacilityFees } from "./facility_fees.tsx";
import { FacilityInterest } from "./facility_interest.tsx";
import { FacilityInvoices } from "./facility_invoices.tsx";
import { FacilityInvoicing } from "./facility_invoicing.tsx";
import { FacilityOrders } from "./facility_orders.tsx";
import { FacilityPaper, ON_PAPER } from "./facility_paper.tsx";
import { FacilityPeople } from "./facility_people.tsx";
import { FacilityTaxes } from "./facility_taxes.tsx";

const say = words.facilities;

/** One facility: who works there, what it owes, who speaks for it, and by which terms it is billed. */
export function Facility() {
  const { id = "" } = useParams();
  const me = useMe();
  const facility = useAsk(["facility_page", id], async (signal) => {
    const [[found], [paper], [basics]] = await Promise.all([
      rows("facilities", { select: FACILITY, id: `eq.${id}` }, signal),
      rows("facilities", { select: ON_PAPER, id: `eq.${id}` }, signal),
      rows("facilities", {
        select: "id,name,billing_email,payment_terms_days,is_active,external_number",
        id: `eq.${id}`,
      }, signal),
    ]);
    if (!found || !paper || !basics) throw new Refusal(404, say.notFound);
    return { found, paper, basics };
  });
  return (
    <Loaded query={facility}>
      {({ found, paper, basics }) => (
        <Page
          title={basics.name}
          about={<TextLink to="/people/facilities">{words.facilities.interest.back}</TextLink>}
          actions={isOneOf(me, "billing") && <EditFacility facility={basics} />}
        >
          <Facts
            facts={[
              [words.facilities.basics.email, basics.billing_email],
              [words.facilities.basics.terms, String(basics.payment_terms_days)],
              [
                words.facilities.basics.active,
                basics.is_active ? words.settings.firm.yes : words.settings.firm.no,
              ],
              [words.people.contractor.formerNumber, basics.external_number],
              [say.billTo.label, <FacilityBillTo key="billTo" facilityId={id} />],
              [say.collector, <FacilityCollector key="collector" facilityId={id} />],
              [
                say.account,
                <TextLink key="statement" to={pathOf.statement(id)}>{say.statement}</TextLink>,
              ],
            ]}
          />
          <BilledFacilities facilityId={id} />
          <FacilityInvoices facilityId={id} />
          <Notes about="facility" aboutId={id} />
          <FacilityPeople facilityId={id} />
          <Contacts facilityId={id} />
          <FacilityOrders facilityId={id} />
          <FacilityPaper facility={paper} />
          <FacilityInvoicing facilityId={id} />
          <FacilityFees facilityId={id} />
          <FacilityTaxes facilityId={id} />
          <FacilityDefaults facility={found} />
          <CodeRates of={{ facility_id: id }} />
          <PremiumRules place={{ of: "facility", facilityId: id, assignmentId: null }} />
          <HolidayCalendars facilityId={id} />
          <Requirements of={{ facility_id: id }} />
          <FacilityInterest facilityId={id} />
          <Timeline kind="facility" id={id} />
        </Page>
      )}
    </Loaded>
  );
}
