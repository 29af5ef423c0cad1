/** This computer by a name that means itself to every other one. */
const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/

/** The addresses that a counter's computer is given: where this page came from, unless only this computer gets there. */
export function counterAddresses(
  { hostname, origin, protocol }: Pick<Location, 'hostname' | 'origin' | 'protocol'>,
  known: readonly string[],
): string[] {
  const isReached = /^https?:$/.test(protocol) && !LOOPBACK.test(hostname)
  return [...new Set([...(isReached ? [origin] : []), ...known])]
}
