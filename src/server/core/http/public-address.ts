import { lookup as resolveAll } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks of IPv4 that are no public internet: private, loopback, link-local with cloud metadata, shared, reserved and test networks. */
const CLOSED_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Within the public part of IPv6: tunnels and translations, which lead to any IPv4 address, and documentation. */
const CLOSED_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, bits] of CLOSED_V4) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of CLOSED_V6) closed.addSubnet(network, bits, 'ipv6')
/** All public addresses of IPv6 are in this one; mapped and translated IPv4 addresses are not. */
const openV6 = new BlockList()
openV6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && openV6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** A host that a server of ours must not connect to on behalf of a user. */
export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is no public address`)
  }
}

/** The host of an address, without brackets; the URL parser has turned decimal, octal and hexadecimal forms into an ordinary one. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Throws `PrivateAddress` where the host is an IP address that is not public. A name is checked when it is resolved. */
export function requirePublicHost(url: URL): void {
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host)
}

/**
 * Resolves a name for a connection and fails where one of its addresses is not public. The connection is made to what was checked, so a
 * name that resolves otherwise a moment later changes nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveAll(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error) return callback(error, '', 0)
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddress(hostname), '', 0)
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}
