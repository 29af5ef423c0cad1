import type { networkInterfaces } from 'node:os'

interface Listening {
  host: string
  port: number
  publicUrl: string
}

const LOOPBACK = /^(127(\.\d+){3}|localhost|\[?::1\]?)$/
/** Hosts that stand for all addresses of the machine. */
const ANY = ['0.0.0.0', '::']

/** The addresses by which other computers reach the server, with the configured one first; empty if it listens on the loopback only. */
export function reachableAddresses(
  { host, port, publicUrl }: Listening,
  interfaces: ReturnType<typeof networkInterfaces>,
): string[] {
  const set = publicUrl !== '' && !LOOPBACK.test(new URL(publicUrl).hostname) ? [publicUrl] : []
  if (LOOPBACK.test(host)) return set
  if (!ANY.includes(host)) return [...set, `http://${host}:${port}`]
  const own = Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return [...set, ...own.map(({ address }) => `http://${address}:${port}`)]
}
