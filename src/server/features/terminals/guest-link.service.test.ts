import { expect, it } from 'vitest'
import type { Config } from '#server/config.ts'
import { withGuestLink } from './guest-link.service.ts'

it('a ticket of the line leads to its page where the server knows its address, and other tickets lead nowhere', () => {
  const at = (publicUrl: string) => ({ publicUrl }) as Config
  expect(withGuestLink(at('https://kart.example'), { guestKey: 'k' })).toEqual({
    guestKey: 'k',
    link: 'https://kart.example/#/game/queue?key=k',
  })
  expect(withGuestLink(at(''), { guestKey: 'k' })).toEqual({ guestKey: 'k' })
  expect(withGuestLink(at('https://kart.example'), { guestKey: '' })).toEqual({ guestKey: '' })
})
