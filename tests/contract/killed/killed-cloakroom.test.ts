import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { STORE } from '#tests/support/venue/venue.ts'

let killable: Killable
let { server, manager, everywhere, expectRows } = {} as Killable
let hq: { user: { id: string } }
beforeAll(async () => {
  killable = await startKillable('cloakroom', 'printing', 'terminals', 'products')
  ;({ server, manager, everywhere, expectRows } = killable)
  hq = await server.signIn('hq')
})
nameSampleOnFailure()
afterAll(() => killable.stop())

const PATH = '/cloakroom/sysCloakroomItem'
const bag = { itemName: '背包', guestName: '李女士', phone: '13900002345' }

async function newPlace(): Promise<string> {
  const placeName = newId().slice(-12)
  await manager.cloakroomPlaces.add({ body: { placeName } })
  return (await manager.cloakroomPlaces.list({ query: { placeName } })).result.records[0]?.id ?? ''
}
const save = async (placeId: string | null = null) =>
  (await manager.cloakroomItems.save({ key: newId(), body: { ...bag, placeId } })).result

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('the storing of a thing once, with its place and one slip', async () => {
    const cuts = await everywhere(async () => {
      const placeId = await newPlace()
      const key = newId()
      return {
        sent: { method: 'POST', path: `${PATH}/save`, key, body: { ...bag, placeId } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key } })
          await expectRows({
            cloakroom_item: `id = '${key}' and place_id = '${placeId}' and state = 'saved' and code is not null`,
            print_job: `order_id = '${key}' and copy_no = 0`,
            audit_entry: trailOf(`${PATH}/save`, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('the refusal of a thing once', async () => {
    const cuts = await everywhere(async () => {
      const key = newId()
      return {
        sent: { method: 'POST', path: `${PATH}/refuse`, key, body: { ...bag, reason: '太大' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            cloakroom_item: `id = '${key}' and state = 'rejected'`,
            audit_entry: trailOf(`${PATH}/refuse`, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('the taking out of a thing once, after which its place is free', async () => {
    const cuts = await everywhere(async () => {
      const placeId = await newPlace()
      const { id, code } = await save(placeId)
      const key = newId()
      return {
        sent: { method: 'POST', path: `${PATH}/takeOut`, key, body: { code } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id } })
          await expectRows({
            cloakroom_item: `id = '${id}' and state = 'takenOut' and ended_at is not null`,
            audit_entry: trailOf(`${PATH}/takeOut`, id),
          })
          await save(placeId)
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('the taking out without a slip once, with the second user', async () => {
    const cuts = await everywhere(async () => {
      const { id } = await save()
      const key = newId()
      const identity = {
        recipient: '李女士',
        phoneEnd: '2345',
        document: '',
        confirmerId: hq.user.id,
        password: DEMO_PASSWORD,
      }
      return {
        sent: { method: 'POST', path: `${PATH}/takeOutWithoutSlip`, key, body: { id, ...identity } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id } })
          await expectRows({
            cloakroom_item: `id = '${id}' and state = 'takenOut' and confirmer_id = '${hq.user.id}' and org_code = '${STORE}'`,
            audit_entry: trailOf(`${PATH}/takeOutWithoutSlip`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })

  it('the payment of a fee once, with the thing handed out', async () => {
    await manager.storeSettings.edit({ body: { orgCode: STORE, cloakroomFreeMinutes: 0, cloakroomHourFee: 5 } })
    const cuts = await everywhere(async () => {
      const { id, code } = await save()
      server.clock.advance(60_000)
      const key = newId()
      const body = { code, fee: 5, consumePayMode: 'cash' }
      return {
        sent: { method: 'POST', path: `${PATH}/pay`, key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key, amount: 5 } })
          await expectRows({
            cloakroom_item: `id = '${id}' and state = 'takenOut' and order_id = '${key}'`,
            consume_order: `id = '${key}' and state = 'paid' and amount = 500`,
            order_line: `order_id = '${key}' and amount = 500`,
            ledger_line: `cause_id = '${key}' and account = 'cash' and delta = 500`,
            audit_entry: trailOf(`${PATH}/pay`, id),
          })
        },
      }
    })
    await manager.storeSettings.edit({ body: { orgCode: STORE, cloakroomHourFee: 0 } })
    expect(cuts).toBeGreaterThan(2)
  })

  it('a copy of a slip once', async () => {
    const cuts = await everywhere(async () => {
      const { id } = await save()
      const key = newId()
      return {
        sent: { method: 'POST', path: `${PATH}/printSlip`, key, body: { id, printId: '' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            print_job: `order_id = '${id}' and copy_no = 1`,
            audit_entry: trailOf(`${PATH}/printSlip`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(5)
  })
})
