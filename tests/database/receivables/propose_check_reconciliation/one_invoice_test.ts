// A check that is over exactly what one invoice owes pays that one.
import { pays } from "./pays.ts";

pays("pays_the_invoice_whose_principal_it_is_over", "100.00", [
  { principal: "250.00" },
  { principal: "100.00", interest: "3.00" },
  { principal: "99.99" },
], ["2 principal 100.00"]);

pays("pays_what_is_left_of_a_principal", "100.00", [
  { principal: "250.00" },
  { principal: "100.00", paid: "900.00" },
], ["2 principal 100.00"]);

pays("pays_the_invoice_whose_principal_and_interest_it_is_over", "100.00", [
  { principal: "250.00" },
  { principal: "97.00", interest: "3.00" },
], ["2 principal 97.00", "2 interest 3.00"]);

pays("pays_the_interest_of_an_invoice_whose_principal_is_paid", "100.00", [
  { principal: "250.00" },
  { paid: "900.00", interest: "100.00" },
], ["2 interest 100.00"]);

pays("pays_interest_alone_only_once_its_principal_is_paid", "100.00", [
  { principal: "250.00" },
  { principal: "900.00", interest: "100.00" },
], ["1 principal 100.00"]);

pays("prefers_a_principal_to_an_older_principal_with_interest", "100.00", [
  { principal: "97.00", interest: "3.00" },
  { paid: "900.00", interest: "100.00" },
  { principal: "100.00" },
], ["3 principal 100.00"]);

pays("prefers_one_invoice_to_older_ones_that_add_up_to_it", "100.00", [
  { principal: "40.00" },
  { principal: "60.00" },
  { principal: "97.00", interest: "3.00" },
], ["3 principal 97.00", "3 interest 3.00"]);

pays("pays_the_one_due_first_of_two_that_owe_the_same", "100.00", [
  { principal: "100.00", due: "2026-03-02", number: "A" },
  { principal: "100.00", due: "2026-03-01", number: "B" },
], ["2 principal 100.00"]);

pays("pays_the_lower_number_of_two_that_are_due_on_one_day", "100.00", [
  { principal: "100.00", due: "2026-03-01", number: "B" },
  { principal: "100.00", due: "2026-03-01", number: "A" },
], ["2 principal 100.00"]);

pays("finds_one_invoice_among_however_many_are_open", "100.00", [
  ...Array.from({ length: 40 }, () => ({ principal: "99.00" })),
  { principal: "100.00" },
], ["41 principal 100.00"]);
