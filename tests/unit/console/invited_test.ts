// Codes of invitations as people paste them.
import { assertEquals } from "@std/assert";
import { codeIn, invitationLink, invitationOf } from "../../../console/src/auth/invited.ts";

const CODE = crypto.randomUUID() + crypto.randomUUID();

Deno.test("invited/what_cannot_be_part_of_a_code_is_taken_off_it", () => {
  for (const around of [["", ""], [" ", " \n"], ["", "/"], ["<", ">"], ["“", "”."], ["", "/ "]]) {
    const pasted = around.join(CODE);
    assertEquals(codeIn(pasted), CODE, pasted);
    assertEquals(codeIn(`https://office.example/#/invitation?code=${pasted.trim()}`), CODE, pasted);
    const link = invitationLink("https://office.example/", pasted);
    assertEquals(invitationOf(new URL(link)), CODE, pasted);
  }
  // As a mail program breaks it.
  assertEquals(codeIn(`${CODE.slice(0, 40)}\n ${CODE.slice(40)}`), CODE);
});

Deno.test("invited/the_code_is_found_in_a_link_whatever_stands_after_it", () => {
  const found = (hash: string) => invitationOf(new URL(`https://office.example/#${hash}`));
  assertEquals(found(`/invitation?code=${CODE}/`), CODE);
  assertEquals(found(`/invitation/?code=${CODE}`), CODE);
  assertEquals([found("/invitation"), found("/invitation?code=/")], ["", ""]);
  assertEquals(found(`/board?code=${CODE}`), null);
});
