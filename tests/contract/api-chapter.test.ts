import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createWebhookSender } from '#server/features/webhooks/index.ts'
import { newId } from '#shared/core/id.ts'
import { WebhookEvent } from '#shared/features/webhooks/webhooks.schema.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const chapter = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...chapter.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'], { webhooksPrivate: true })
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    received.push({ body, signature: String(request.headers['pitlane-signature']) })
    response.end()
  })
})
const received: { body: string; signature: string }[] = []
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

describe('the chapter "API for others"', () => {
  it('has commands that work with a token of their actions', async () => {
    const { session } = bookingsOf(server, { venue, manager, cashier })
    const { id: sessionId } = await session()
    const actions = ['member:list', 'reservation:add']
    const { token } = (await manager.accessTokens.add({ body: { name: 'curl', actions, stores: [STORE] } })).result
    const env = { ...process.env, PITLANE: server.url, TOKEN: token, KEY: newId(), SESSION: sessionId }
    const commands = blocks('sh')
    expect(commands).toHaveLength(3)
    // Each twice: the last one is repeated with its key.
    for (const command of [...commands, ...commands]) {
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { env })
      expect(JSON.parse(stdout), command).toMatchObject({ success: true })
    }
    expect(await venue.rows('reservation').where('sessionId', sessionId)).toHaveLength(1)
  })

  it('has code that accepts what the server signs, and nothing else', async () => {
    const [code = ''] = blocks('js')
    const { isFromPitlane } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isFromPitlane(body: string, header: string | undefined, secret: string, now?: number): boolean
    }
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    await manager.webhooks.add({ body: { name: 'x', url, events: 'order.paid' } })
    const [endpoint] = (await manager.webhooks.list({ query: {} })).result.records
    const id = endpoint?.id ?? ''
    const { secret } = (await manager.webhooks.newSecret({ body: { id } })).result
    await manager.webhooks.test({ body: { id } })
    await Promise.all((await createWebhookSender(server.deps).begin()).sent)
    const { body, signature } = received[0] ?? { body: '', signature: '' }
    expect(isFromPitlane(body, signature, secret)).toBe(true)
    expect(isFromPitlane(`${body} `, signature, secret)).toBe(false)
    expect(isFromPitlane(body, signature, 'whsec_other')).toBe(false)
    expect(isFromPitlane(body, signature, secret, Date.now() + 301_000)).toBe(false)
    expect(isFromPitlane(body, undefined, secret)).toBe(false)
  })

  it('names every event, and no other', () => {
    const rows = [...chapter.matchAll(/^\| (`[a-z.`, ]+) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[a-z]+\.[a-z]+/g) ?? [],
    )
    expect(rows.sort()).toEqual([...WebhookEvent.options].sort())
  })
})
