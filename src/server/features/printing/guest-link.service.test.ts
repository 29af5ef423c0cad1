import fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Config } from '#server/config.ts'
import { createSealer } from '#server/core/secrets/sealing.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { guestLinkRoute, withGuestLink } from './guest-link.service.ts'

type Linked = Pick<TicketData, 'orderId' | 'guestKey' | 'link' | 'document'>
const KEY = '0199a0b2-7c41-4e55-9c1d-2f4b8a90c001'

it('links a ticket to its page of the queue or the result if the public address is set, and no other papers', async () => {
  const sealer = createSealer(Buffer.alloc(32, 3))
  const at = (publicUrl: string) => ({ config: { publicUrl } as Config, sealer })
  const { link = '' } = withGuestLink<Linked>(at('https://kart.example'), { orderId: KEY, guestKey: KEY })
  expect(link).toMatch(/^https:\/\/kart\.example\/q\/[0-9A-Z]{25}$/)
  expect(withGuestLink(at(''), { orderId: KEY, guestKey: KEY })).toEqual({ orderId: KEY, guestKey: KEY })
  const { link: result } = withGuestLink<Linked>(at('https://kart.example'), { orderId: KEY, guestKey: '' })
  expect(result).toMatch(/^https:\/\/kart\.example\/r\/[0-9A-Z]{38}$/)
  const document = { title: '', facts: [], content: '', foot: '' }
  expect(withGuestLink(at('https://kart.example'), { orderId: KEY, document })).toEqual({ orderId: KEY, document })

  const app = fastify()
  guestLinkRoute(app)
  const led = await app.inject(new URL(link).pathname)
  expect([led.statusCode, led.headers.location]).toEqual([302, `../#/game/queue?key=${KEY}`])
  const path = new URL(result ?? '').pathname
  const pageOf = async (query: string) => (await app.inject(`${path}${query}`)).headers.location
  const page = `#/game/result?key=${path.slice('/r/'.length)}`
  expect([await pageOf(''), await pageOf('?lang=en'), await pageOf('?lang=//evil.example')]).toEqual([
    `../${page}`,
    `../?lang=en${page}`,
    `../${page}`,
  ])
  expect((await app.inject(`/q/${'Z'.repeat(25)}`)).statusCode).toBe(404)
  await app.close()
})
