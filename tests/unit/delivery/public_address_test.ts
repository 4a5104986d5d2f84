// Which addresses a webhook may lead to.
import { assert, assertEquals } from "@std/assert";
import {
  destinationOf,
  isPublic,
} from "../../../supabase/functions/_shared/delivery/public_address.ts";

const PUBLIC = ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"];
const OTHERS = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "::ffff:168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "192.0.2.1",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:db8::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "4000::1",
  "localhost",
  "",
];

Deno.test("public_address/only_addresses_of_the_public_internet_are", () => {
  assertEquals(PUBLIC.filter((address) => !isPublic(address)), []);
  assertEquals(OTHERS.filter(isPublic), []);
});

Deno.test("public_address/a_name_leads_to_the_addresses_that_it_has_now", async () => {
  const lead = (url: string, allow: boolean) => destinationOf(new URL(url), allow);
  assertEquals((await lead("https://localhost/", false)).kind, "forbidden");
  assertEquals((await lead("https://[::ffff:10.0.0.1]/", false)).kind, "forbidden");
  const here = await lead("https://localhost/", true);
  assert(here.kind === "addresses" && here.addresses.includes("127.0.0.1"));
  assertEquals(await lead("https://1.1.1.1/x", false), {
    kind: "addresses",
    addresses: ["1.1.1.1"],
  });
  assertEquals(await lead("https://nowhere.invalid/", true), {
    kind: "unknown",
    error: "The webhook's name leads nowhere.",
  });
});
