import { lookup } from 'node:dns/promises'
import { BlockList, isIPv4 } from 'node:net'
import { AppError } from '#shared/core/errors.ts'

/** Networks that are not the public internet. Of IPv6 only global addresses without a wrapped IPv4 address are public. */
const NOT_PUBLIC: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

function listOf(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, familyOf(network))
  return list
}

const notPublic = listOf(NOT_PUBLIC)
const globalUnicast = listOf([['2000::', 3]])

/** Whether an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !notPublic.check(address, 'ipv4')
    : globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')

/** Reads a network such as `10.1.0.0/16`, or one address; null if it is neither. */
export function readNetwork(text: string): readonly [network: string, prefix: number] | null {
  const [network = '', prefix] = text.split('/')
  const longest = isIPv4(network) ? 32 : 128
  const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  try {
    listOf([[network, length]])
    return [network, length]
  } catch {
    return null
  }
}

/**
 * The IP address to connect to for a host that a user has typed. Throws unless every address of the host is public or in an allowed
 * network. The caller must connect to this very address: a second look-up could return another one.
 */
export async function targetAddress(host: string, allowed: readonly string[]): Promise<string> {
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true, verbatim: true }).catch(() => [])
  const [first] = found
  if (!first) throw new AppError('network.unknownHost', { host })
  const open = listOf(allowed.flatMap((text) => [readNetwork(text)].filter((network) => network !== null)))
  if (!found.every(({ address }) => isPublicAddress(address) || open.check(address, familyOf(address)))) {
    throw new AppError('network.private', { host })
  }
  return first.address
}
