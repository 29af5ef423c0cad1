import { describe, expect, it } from 'vitest'
import { readNetwork, targetAddress } from './target-address.ts'

describe('the address of a host that a user has typed', () => {
  it('is refused outside of the public internet, in every spelling', async () => {
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f000001',
      '127.1',
      '0',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '[::1]',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ]) {
      await expect(targetAddress(host, []), host).rejects.toMatchObject({
        code: expect.stringMatching(/^network\.(private|unknownHost)$/),
      })
    }
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) {
      expect(await targetAddress(address, [])).toBe(address)
    }
  })

  it('is admitted from an allowed network only', async () => {
    expect(await targetAddress('127.0.0.1', ['127.0.0.0/8'])).toBe('127.0.0.1')
    expect(await targetAddress('10.1.2.3', ['10.1.2.3'])).toBe('10.1.2.3')
    await expect(targetAddress('10.1.2.4', ['10.1.2.3'])).rejects.toMatchObject({ code: 'network.private' })
    await expect(targetAddress('nowhere.invalid', [])).rejects.toMatchObject({ code: 'network.unknownHost' })
    for (const bad of ['', 'x', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '::/129']) expect(readNetwork(bad)).toBeNull()
    expect(readNetwork('fd00::/8')).toEqual(['fd00::', 8])
  })
})
