import { assertEquals } from "@std/assert";
import {
  computeInterest,
  type InterestInput,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import golden from "../../golden/interest.json" with { type: "json" };

for (const { id, input, expect } of golden.cases) {
  Deno.test(`compute_interest/agrees_with_the_published_case_${id}`, () => {
    const { interest, fee, total } = computeInterest(input as InterestInput);
    assertEquals({ interest, fee, total }, expect);
  });
}
