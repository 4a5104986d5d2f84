/**
 * True if a host is this machine or a name without a dot, which only containers have: what goes there
 * does not cross a network that others listen on.
 *
 * @param host a name or an address, IPv6 without its brackets
 */
export function isOnThisMachine(host: string): boolean {
  return /^(?:127(?:\.\d+){3}|::1|host\.docker\.internal|[^.:]*)$/.test(host.toLowerCase());
}
