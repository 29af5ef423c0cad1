import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceEvents } from '#server/features/events/index.ts'
import { resultKeyOf } from '#server/features/printing/index.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { guestComments } from '#shared/features/comments/guest-comments.contract.ts'
import { jpegOf } from '#tests/support/browser/jpeg.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { startHeat } from '#tests/support/venue/driven.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const SIGN_UPS = '/event/sysEventSignUp'
const EVENTS = '/event/sysEvent'
const MATCHES = '/match/sysMatch'
const HOUR = 3_600_000

let killable: Killable
let { server, venue, manager, everywhere, everywhereIn, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('events', 'comments', 'ledger')
  ;({ server, venue, manager, everywhere, everywhereIn, expectRows } = killable)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

/** An event of 30.00 for one member, whose registration is open for an hour; returns its id. */
async function newEvent(): Promise<string> {
  const at = (hours: number) => toWireTime(new Date(server.clock.now().getTime() + hours * HOUR))
  const eventName = newId()
  const times = { registrationStart: at(-1), registrationEnd: at(1), startTime: at(2), endTime: at(3) }
  await manager.events.add({ body: { eventName, registrationFee: 30, places: 1, lateRefund: 50, ...times } })
  return (await manager.events.list({ query: { eventName } })).result.records[0]?.id ?? ''
}
/** A member with 20.00 of paid and 20.00 of gift balance, signed up for an event; returns the ids. */
async function signedUp(eventId: string): Promise<{ id: string; userId: string }> {
  const userId = await venue.member({ balance: 2000, give: 2000 })
  const id = newId()
  await manager.eventSignUps.add({ key: id, body: { eventId, userId } })
  return { id, userId }
}
/** Both wallets of a member after the fee was taken, or with it. */
const wallets = (
  userId: string,
  [balance, give]: readonly [number, number],
  held: readonly [number, number] = [0, 0],
) => ({
  [`wallet of the balance of ${userId}`]: `member_id = '${userId}' and kind = 'balance' and value = ${balance} and held = ${held[0]}`,
  [`wallet of the gift of ${userId}`]: `member_id = '${userId}' and kind = 'give' and value = ${give} and held = ${held[1]}`,
})

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('a sign-up once, with its hold', async () => {
    const cuts = await everywhere(async () => {
      const eventId = await newEvent()
      const userId = await venue.member({ balance: 2000, give: 2000 })
      const key = newId()
      return {
        sent: { method: 'POST', path: `${SIGN_UPS}/add`, key, body: { eventId, userId } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key, result: { signUpState: 'preparing', number: 1 } })
          await expectRows({
            event_sign_up: `event_id = '${eventId}' and id = '${key}' and member_id = '${userId}' and state = 'preparing'`,
            hold: `id = '${key}' and state = 'held'`,
            ...wallets(userId, [2000, 2000], [2000, 1000]),
            audit_entry: trailOf(`${SIGN_UPS}/add`, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('a late cancellation once, and the next one has the place', async () => {
    const cuts = await everywhere(async () => {
      const eventId = await newEvent()
      const first = await signedUp(eventId)
      const second = await signedUp(eventId)
      server.clock.advance(HOUR)
      const key = newId()
      return {
        sent: { method: 'POST', path: `${SIGN_UPS}/cancel`, key, body: { id: first.id, reason: '有事' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { signUpState: 'cancelled', back: 15 } })
          await advanceEvents(server.deps)
          await expectRows({
            'event_sign_up of the first': `id = '${first.id}' and state = 'cancelled' and back_amount = 1500`,
            'event_sign_up of the second': `id = '${second.id}' and state = 'successful'`,
            'ledger_line of both': [`cause_id in ('${first.id}', '${second.id}') and cause_kind = 'eventFee'`, 4],
            ledger_line: [`member_id = '${first.userId}' and cause_kind = 'eventBack' and reverses is not null`, 2],
            ...wallets(first.userId, [1000, 1500]),
            ...wallets(second.userId, [0, 1000]),
            audit_entry: trailOf(`${SIGN_UPS}/cancel`, first.id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('the cancellation of an event once, with all its fees', async () => {
    const cuts = await everywhere(async () => {
      const eventId = await newEvent()
      const first = await signedUp(eventId)
      const second = await signedUp(eventId)
      server.clock.advance(HOUR)
      await advanceEvents(server.deps)
      const key = newId()
      return {
        sent: { method: 'POST', path: `${EVENTS}/cancel`, key, body: { id: eventId, reason: '下雨' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { ended: 2, back: 30 } })
          await expectRows({
            event: `id = '${eventId}' and cancel_reason = '下雨'`,
            event_sign_up: [`event_id = '${eventId}' and state = 'cancelled'`, 2],
            ledger_line: [`member_id = '${first.userId}' and cause_kind = 'eventBack'`, 2],
            ...wallets(first.userId, [2000, 2000]),
            ...wallets(second.userId, [2000, 2000]),
            audit_entry: trailOf(`${EVENTS}/cancel`, eventId),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('what the end of registration takes, once for each member', async () => {
    const cuts = await everywhereIn(
      () => advanceEvents(server.deps),
      async () => {
        const eventId = await newEvent()
        await manager.events.edit({ body: { id: eventId, places: 2 } })
        const both = [await signedUp(eventId), await signedUp(eventId)]
        server.clock.advance(HOUR)
        return async () => {
          for (const { id, userId } of both) {
            await expectRows({
              event_sign_up: `id = '${id}' and state = 'successful' and taken_at is not null`,
              hold: `id = '${id}' and state = 'captured'`,
              ledger_line: [`cause_id = '${id}' and cause_kind = 'eventFee'`, 2],
              ...wallets(userId, [0, 1000]),
            })
          }
        }
      },
    )
    expect(cuts).toBeGreaterThan(5)
  })

  it('a comment once, with its picture', async () => {
    const cuts = await everywhere(async () => {
      const [ride] = await startHeat(venue, manager, [{ racer: '甲' }])
      if (!ride) throw new Error('no ride has started')
      await manager.dispatch.stop({ body: { id: ride.runId, now: true } })
      const key = resultKeyOf(server.deps, ride.playId)
      const picture = newId()
      const image = jpegOf()
      await venue.inEveryStore((trx) =>
        trx
          .insertInto('guestPicture')
          .values({
            id: picture,
            orgCode: STORE,
            sentFor: ride.playId,
            usedFor: null,
            image,
            bytes: image.length,
            createdAt: server.clock.now(),
          })
          .execute(),
      )
      return {
        sent: {
          method: 'POST',
          path: guestComments.add.path,
          body: { key, stars: 5, content: '好', pictures: [picture] },
        },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            ride_comment: `play_id = '${ride.playId}' and picture_ids = array['${picture}']::uuid[]`,
            guest_picture: `id = '${picture}' and used_for = (select id from ride_comment where play_id = '${ride.playId}')`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(3)
  })

  it('a draw once, with the start lists that follow from its stored seed', async () => {
    const cuts = await everywhere(async () => {
      const eventId = await newEvent()
      await manager.events.edit({ body: { id: eventId, places: 2 } })
      await signedUp(eventId)
      await signedUp(eventId)
      const round = { eventId, roundName: '分组赛', format: 'heat', groupSize: 1 } as const
      const { id } = (await manager.matches.addRound({ key: newId(), body: round })).result
      return {
        sent: { method: 'POST', path: `${MATCHES}/draw`, key: newId(), body: { id } },
        async expectDone({ reply }) {
          const { seed } = reply.result as { seed: number }
          await expectRows({
            match_round: `id = '${id}' and seed = ${seed} and drawn_at is not null`,
            match_group: [`round_id = '${id}'`, 2],
            match_entry: [`round_id = '${id}' and grid = 1`, 2],
            audit_entry: trailOf(`${MATCHES}/draw`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })
})
