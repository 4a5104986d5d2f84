import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { bare } from "./http_post.ts";
import { inTime } from "./in_time.ts";

/** Addresses that look public and lead to the host's own services: Azure's virtual machines ask theirs here. */
const OF_THE_HOST: readonly string[] = ["168.63.129.16"];
/** Time limit of a resolver. */
const LOOKUP_MS = 5_000;

/** Target of an address on the web: to these IP addresses, or to none that may be called. */
export type Destination =
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  /** `unknown`: the name leads nowhere now; `forbidden`: nobody may be sent there. */
  | { readonly kind: "unknown" | "forbidden"; readonly error: string };

/**
 * Looks up where a webhook's URL leads. Whoever adds webhooks could else have the firm's own network
 * called: every address that the name has must be one of the public internet. The caller connects to one
 * of these addresses, and does not look the name up again: it might lead elsewhere by then. Errors do not
 * name the host: all staff read them, the address admins alone.
 *
 * @param url an https:// URL without a user
 * @param allowPrivate whether it may lead into the firm's own network
 */
export async function destinationOf(url: URL, allowPrivate: boolean): Promise<Destination> {
  const host = bare(url.hostname);
  let addresses: string[];
  try {
    addresses = ipaddr.isValid(host)
      ? [host]
      : (await inTime(lookup(host, { all: true }), LOOKUP_MS)).map(({ address }) => address);
  } catch {
    addresses = [];
  }
  if (addresses.length === 0) {
    return { kind: "unknown", error: "The webhook's name leads nowhere." };
  }
  if (!allowPrivate && !addresses.every(isPublic)) {
    return {
      kind: "forbidden",
      error: "The webhook leads to an address that is not public, and webhooks may not: " +
        "use another address, or have the operator set WEBHOOK_PRIVATE_ADDRESSES=allow.",
    };
  }
  return { kind: "addresses", addresses };
}

/** True if an IP address is one of the public internet; also in IPv6, only what is given out for it. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address); // ::ffff:127.0.0.1 is 127.0.0.1
  if (parsed.range() !== "unicast" || OF_THE_HOST.includes(parsed.toString())) return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(ipaddr.IPv6.parse("2000::"), 3);
}
