import { lookup } from 'node:dns/promises'
import { BlockList, isIPv4 } from 'node:net'
import { isPublicAddress } from '#server/core/http/public-address.ts'
import { AppError } from '#shared/core/errors.ts'

type Network = readonly [network: string, prefix: number]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, familyOf(network))
  return list
}

/** Reads a network such as `10.1.0.0/16`, or one address; null if it is neither. */
export function readNetwork(text: string): Network | null {
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
