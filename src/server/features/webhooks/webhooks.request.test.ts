import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postEvent } from './webhooks.request.ts'

let connections = 0
const receiver = createServer((_, response) => void response.end('reached'))
receiver.on('connection', () => {
  connections++
})
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => void receiver.listen(0, resolve))
  port = (receiver.address() as AddressInfo).port
})
afterAll(() => void receiver.close())

const post = (url: string, allowsPrivate = false) =>
  postEvent({ url, secret: 's', body: '{}', event: 'test', deliveryId: 'd', now: new Date(0), allowsPrivate })

describe('a server that may reach the public internet only', () => {
  it.each([
    ...['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ...['169.254.169.254', '10.0.0.1'],
  ])('never connects to %s', async (host) => {
    for (const scheme of ['http', 'https']) {
      const { status, answer } = await post(`${scheme}://${host}:${port}/`)
      expect(status).toBe(0)
      expect(answer).toMatch(/no public address|https is required/)
    }
    expect(connections).toBe(0)
  })

  it('reaches its own networks where the setting allows it', async () => {
    expect(await post(`http://127.0.0.1:${port}/`, true)).toMatchObject({ status: 200, answer: 'reached' })
  })
})
