import fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Config } from '#server/config.ts'
import { guestLinkRoute, withGuestLink } from './guest-link.service.ts'

const KEY = '0199a0b2-7c41-4e55-9c1d-2f4b8a90c001'

it('a ticket of the line leads to its page where the server knows its address, and other tickets lead nowhere', async () => {
  const at = (publicUrl: string) => ({ publicUrl }) as Config
  const { link = '' } = withGuestLink(at('https://kart.example'), { guestKey: KEY, link: undefined })
  expect(link).toMatch(/^https:\/\/kart\.example\/q\/[0-9A-Z]{25}$/)
  expect(withGuestLink(at(''), { guestKey: KEY })).toEqual({ guestKey: KEY })
  expect(withGuestLink(at('https://kart.example'), { guestKey: '' })).toEqual({ guestKey: '' })

  const app = fastify()
  guestLinkRoute(app)
  const led = await app.inject(new URL(link).pathname)
  expect([led.statusCode, led.headers.location]).toEqual([302, `../#/game/queue?key=${KEY}`])
  expect((await app.inject(`/q/${'Z'.repeat(25)}`)).statusCode).toBe(404)
  await app.close()
})
