import { describe, expect, it } from 'vitest'
import { reachableAddresses } from './reachable-addresses.calc.ts'

const address = (given: string, internal = false, family: 'IPv4' | 'IPv6' = 'IPv4') => {
  const shared = { address: given, netmask: '', mac: '', internal, cidr: null }
  return family === 'IPv4' ? { ...shared, family } : { ...shared, family, scopeid: 0 }
}
const machine = {
  lo: [address('127.0.0.1', true)],
  eth0: [address('192.168.1.20'), address('fe80::1', false, 'IPv6')],
}

describe('where other computers reach the server', () => {
  it.each([
    // host, public address; addresses
    ['127.0.0.1', '', []],
    ['127.0.0.1', 'http://127.0.0.1:8080', []],
    ['127.0.0.1', 'https://pitlane.example', ['https://pitlane.example']],
    ['0.0.0.0', '', ['http://192.168.1.20:8080']],
    ['::', 'http://localhost:8080', ['http://192.168.1.20:8080']],
    ['192.168.1.20', 'https://pitlane.example', ['https://pitlane.example', 'http://192.168.1.20:8080']],
  ])('that listens at %s and is known as "%s"', (host, publicUrl, addresses) => {
    expect(reachableAddresses({ host, port: 8080, publicUrl }, machine)).toEqual(addresses)
  })
})
