import { ContractorDetails } from "../../ui/contractor_details.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.own.details;

/** A contractor's own phone and address. */
export default function OwnDetails() {
  const { contractorId } = useMe();
  return (
    <Page title={say.title} about={say.about}>
      {contractorId !== null && <ContractorDetails contractorId={contractorId} mayWrite />}
    </Page>
  );
}
