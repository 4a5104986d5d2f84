// A check that is over exactly what several invoices owe together pays those.
import { pays } from "./pays.ts";

pays("pays_several_whose_principals_add_up_to_it", "100.00", [
  { principal: "250.00" },
  { principal: "33.33", interest: "1.00" },
  { principal: "50.00" },
  { principal: "66.67", interest: "1.00" },
], ["2 principal 33.33", "4 principal 66.67"]);

pays("pays_several_with_their_interest_when_all_of_it_adds_up_to_it", "100.00", [
  { principal: "250.00" },
  { principal: "32.33", interest: "1.00" },
  { paid: "900.00", interest: "60.00" },
  { principal: "6.67" },
], ["2 principal 32.33", "4 principal 6.67", "2 interest 1.00", "3 interest 60.00"]);

pays("prefers_principals_to_fewer_and_older_principals_with_interest", "100.00", [
  { principal: "59.00", interest: "1.00" },
  { principal: "39.00", interest: "1.00" },
  { principal: "20.00" },
  { principal: "30.00" },
  { principal: "50.00" },
], ["3 principal 20.00", "4 principal 30.00", "5 principal 50.00"]);

pays("prefers_fewer_invoices_to_older_ones", "100.00", [
  { principal: "20.00" },
  { principal: "30.00" },
  { principal: "50.00" },
  { principal: "45.00" },
  { principal: "55.00" },
], ["4 principal 45.00", "5 principal 55.00"]);

pays("prefers_the_oldest_of_as_many_invoices", "100.00", [
  { principal: "55.00" },
  { principal: "60.00" },
  { principal: "40.00" },
  { principal: "45.00" },
  { principal: "45.00" },
], ["1 principal 55.00", "4 principal 45.00"]);

pays("takes_the_oldest_of_many_that_owe_the_same", "1200.00", [
  ...Array.from({ length: 40 }, () => ({ principal: "100.00" })),
], Array.from({ length: 12 }, (_, i) => `${i + 1} principal 100.00`));

pays("looks_past_invoices_that_cannot_be_part_of_the_sum", "100.00", [
  ...Array.from({ length: 25 }, () => ({ principal: "100.01" })),
  ...Array.from({ length: 25 }, () => ({ paid: "1.00", interest: "5.03" })),
  { principal: "40.00" },
  { principal: "60.00" },
], ["51 principal 40.00", "52 principal 60.00"]);

pays("looks_for_a_sum_among_the_24_oldest_that_can_be_part_of_it", "100.00", [
  ...Array.from({ length: 23 }, () => ({ principal: "7.00" })),
  { principal: "40.00" },
  { principal: "60.00" },
], [
  ...Array.from({ length: 14 }, (_, i) => `${i + 1} principal 7.00`),
  "15 principal 2.00",
]);
