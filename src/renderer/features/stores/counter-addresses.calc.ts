/** Loopback host names, which are useless on other computers. */
const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/

/** The server addresses to enter at a counter: the origin of this page, unless it is a loopback address. */
export function counterAddresses(
  { hostname, origin, protocol }: Pick<Location, 'hostname' | 'origin' | 'protocol'>,
  known: readonly string[],
): string[] {
  const isReached = /^https?:$/.test(protocol) && !LOOPBACK.test(hostname)
  return [...new Set([...(isReached ? [origin] : []), ...known])]
}
