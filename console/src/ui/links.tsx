import type { ReactNode } from "react";
import { TextLink } from "./rows.tsx";

/** Paths of the pages of people, places and documents, by their ids: the one place that knows them. */
export const pathOf = {
  contractor: (id: string) => `/people/contractors/${id}`,
  candidate: (id: string) => `/people/candidates/${id}`,
  facility: (id: string) => `/people/facilities/${id}`,
  statement: (facilityId: string) => `/cash/aging/${facilityId}`,
  assignment: (id: string) => `/people/assignments/${id}`,
  invoice: (id: string) => `/billing/invoices/${id}`,
  check: (id: string) => `/cash/checks/${id}`,
  period: (id: string) => `/payroll/periods/${id}`,
  batch: (id: string) => `/payroll/batches/${id}`,
} as const;

interface Linked {
  /** Nothing is linked where there is none. */
  readonly id: string | null | undefined;
  readonly children: ReactNode;
}

const linkTo = (path: (id: string) => string) =>
  function PageLink({ id, children }: Linked) {
    return id ? <TextLink to={path(id)}>{children}</TextLink> : <>{children}</>;
  };

/** Name of a contractor that leads to their page. */
export const PersonLink = linkTo(pathOf.contractor);
/** Name of a candidate that leads to their page. */
export const CandidateLink = linkTo(pathOf.candidate);
/** Name of a facility that leads to its page. */
export const FacilityLink = linkTo(pathOf.facility);
/** Words for an assignment that lead to its page. */
export const AssignmentLink = linkTo(pathOf.assignment);
/** Number of an invoice that leads to its page. */
export const InvoiceLink = linkTo(pathOf.invoice);
/** Number of a check that leads to its page. */
export const CheckLink = linkTo(pathOf.check);
/** Words for a payroll period that lead to its page. */
export const PeriodLink = linkTo(pathOf.period);
/** Words for a payroll batch that lead to its page. */
export const BatchLink = linkTo(pathOf.batch);
