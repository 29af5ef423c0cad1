import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { SaveInput } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { codeCheck } from '#shared/features/scans/checked-code.calc.ts'
import { slipCode } from '#shared/features/scans/index.ts'
import { jpegOf } from '#tests/support/browser/jpeg.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { markCollectable } from './cloakroom.job.ts'

const HOUR = 3_600_000
const { server, venue, manager, cashier, hq } = await testVenue(['manager', 'cashier', 'hq'])
const elsewhere = await server.signIn('manager2')

// Fees have their own tests.
await manager.storeSettings.edit({ body: { orgCode: STORE, cloakroomHourFee: 0 } })

let count = 0
/** A place of the store; returns its id. */
async function newPlace(given: object = {}): Promise<string> {
  const placeName = `测试柜${++count}`
  await manager.cloakroomPlaces.add({ body: { placeName, ...given } })
  return (await placeNamed(placeName)).id
}
async function placeNamed(placeName: string) {
  const [row] = (await manager.cloakroomPlaces.list({ query: { placeName } })).result.records
  if (!row) throw new Error(`no place ${placeName}`)
  return row
}
const bag = (given: Partial<SaveInput> = {}) => ({
  itemName: '背包',
  guestName: '李女士',
  phone: '13900002345',
  ...given,
})
const save = async (given: Partial<SaveInput> = {}, key = newId(), by = cashier) =>
  (await by.cloakroomItems.save({ key, body: bag(given) })).result
const itemOf = async (id: string, by = manager) => (await by.cloakroomItems.queryById({ query: { id } })).result
const takeOut = (code: string, by = cashier, key = newId()) => by.cloakroomItems.takeOut({ key, body: { code } })
const find = async (code: string, by = cashier) => (await by.cloakroomItems.find({ body: { code } })).result
const slipsOf = async (id: string) =>
  (await venue.rows('printJob').where('orderId', id)) as { copyNo: number; ticket: { document: object } }[]

/** The code of another random slip, which was never printed. */
function guessed(): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
  const random = Array.from({ length: 13 }, () => letters.charAt(Math.floor(Math.random() * letters.length))).join('')
  return `B.${random}${codeCheck(random)}`
}

describe('a thing', () => {
  it('is stored in a place with a slip, found by it and taken out', async () => {
    const placeId = await newPlace()
    const { id, code, jobId } = await save({ placeId, pieces: 2 })
    expect(slipCode(code)).toBe(code)
    expect(await slipsOf(id)).toMatchObject([
      {
        id: jobId,
        copyNo: 0,
        ticket: {
          document: {
            kind: 'cloakroomSlip',
            code,
            title: '寄存单',
            facts: expect.arrayContaining([['物品', '背包 × 2']]),
          },
        },
      },
    ])
    expect(await itemOf(id)).toMatchObject({
      cloakroomState: 'saved',
      cloakroomState_dictText: '已寄存',
      placeId,
      endTime: null,
    })
    const row = await manager.cloakroomPlaces.queryById({ query: { id: placeId } })
    expect(row.result.inUse).toBe('YES')
    expect(await find(code.toLowerCase())).toMatchObject({
      id,
      itemName: '背包',
      pieces: 2,
      guestName: '李女士',
      isOverdue: false,
    })
    await takeOut(code)
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'takenOut', endBy: '李小敏', recipient: '' })
    expect((await manager.cloakroomPlaces.queryById({ query: { id: placeId } })).result.inUse).toBe('NO')
    const trail = await venue.rows('auditEntry').where('recordId', id)
    expect(trail.map(({ action }) => action)).toEqual([
      '/cloakroom/sysCloakroomItem/save',
      '/cloakroom/sysCloakroomItem/takeOut',
    ])
    // The place is free for the next one.
    await save({ placeId })
  })

  it('is of a member, whose name and phone it takes', async () => {
    const userId = await venue.member({ realname: '王小明', phone: '13812349876' })
    const { id } = await save({ userId, guestName: '', phone: '' })
    expect(await itemOf(id)).toMatchObject({ userId, guestName: '王小明', placeName: '' })
    expect(await codeOf(save({ userId: '999999' }))).toBe('members.notFound')
    expect(await codeOf(save({ guestName: '' }))).toBe('common.invalidInput')
  })

  it('needs a free place of the store that is switched on', async () => {
    const placeId = await newPlace()
    await save({ placeId })
    expect(await codeOf(save({ placeId }))).toBe('cloakroom.placeInUse')
    expect(await codeOf(save({ placeId: await newPlace({ isActive: 'NO' }) }))).toBe('cloakroom.placeInactive')
    const [foreign] = (await elsewhere.cloakroomPlaces.list({ query: {} })).result.records
    expect(await codeOf(save({ placeId: foreign?.id ?? '' }))).toBe('cloakroom.placeUnknown')
  })

  it('gets the place once, even at 50 at once', async () => {
    const placeId = await newPlace()
    const ends = await Promise.all(Array.from({ length: 50 }, () => codeOf(save({ placeId }))))
    expect(ends.filter((code) => code === 'done')).toHaveLength(1)
    expect(ends.filter((code) => code === 'cloakroom.placeInUse')).toHaveLength(49)
  })

  it('is taken out once, even at 50 at once', async () => {
    const { code } = await save()
    const ends = await Promise.all(Array.from({ length: 50 }, () => codeOf(takeOut(code))))
    expect(ends.filter((code) => code === 'done')).toHaveLength(1)
    expect(ends.filter((code) => code === 'cloakroom.takenOut')).toHaveLength(49)
  })

  it('is stored and taken out once per key, and a lost answer is given again', async () => {
    const key = newId()
    const placeId = await newPlace()
    const [first, again] = [await save({ placeId }, key), await save({ placeId }, key)]
    expect(again).toEqual(first)
    expect(await slipsOf(first.id)).toHaveLength(1)
    expect(await codeOf(save({ placeId, pieces: 3 }, key))).toBe('common.keyReused')
    const out = newId()
    const answers = [await takeOut(first.code, cashier, out), await takeOut(first.code, cashier, out)]
    expect(answers[1]?.result).toEqual(answers[0]?.result)
  })

  it('that is refused is recorded with the reason, and has neither slip nor place', async () => {
    const key = newId()
    await cashier.cloakroomItems.refuse({ key, body: { ...bag(), reason: '不寄存活物' } })
    expect(await itemOf(key)).toMatchObject({
      cloakroomState: 'rejected',
      reason: '不寄存活物',
      dueTime: null,
      placeName: '',
    })
    expect(await slipsOf(key)).toEqual([])
    expect(await codeOf(cashier.cloakroomItems.edit({ body: { id: key, remark: '…' } }))).toBe('cloakroom.rejected')
  })

  it('is moved to another free place, and its guest is corrected', async () => {
    const [from, to] = [await newPlace(), await newPlace()]
    const { id } = await save({ placeId: from })
    const { id: other } = await save({ placeId: to })
    expect(await codeOf(cashier.cloakroomItems.edit({ body: { id, placeId: to } }))).toBe('cloakroom.placeInUse')
    await cashier.cloakroomItems.edit({ body: { id: other, placeId: null } })
    await cashier.cloakroomItems.edit({ body: { id, placeId: to, guestName: '李先生' } })
    expect(await itemOf(id, cashier)).toMatchObject({ placeId: to, guestName: '李先生', phone: '139****2345' })
    await save({ placeId: from })
    // The masked phone of a form stands for the stored one.
    await cashier.cloakroomItems.edit({ body: { id, phone: '139****2345' } })
    expect(await venue.rows('cloakroomItem').where('id', id)).toMatchObject([{ phone: '13900002345' }])
    expect(await codeOf(cashier.cloakroomItems.edit({ body: { id, phone: '138****2345' } }))).toBe(
      'cloakroom.phoneMasked',
    )
  })

  it('has a picture that the slice of photographs stores, once', async () => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(jpegOf())]), 'bag.jpg')
    const sent = await server.request('/api/racerphoto/sysRacerPhoto/upload', {
      method: 'POST',
      body,
      token: cashier.token,
    })
    const photoId = ((await sent.json()) as { result: { id: string } }).result.id
    const { id, code } = await save({ photoId })
    expect(await find(code)).toMatchObject({ hasPhoto: true })
    const { image } = (await cashier.cloakroomItems.photo({ query: { id } })).result
    expect(Buffer.from(image.split(',')[1] ?? '', 'base64')).toEqual(jpegOf())
    expect(await codeOf(save({ photoId }))).toBe('photos.unknown')
    const without = await save()
    expect((await cashier.cloakroomItems.photo({ query: { id: without.id } })).result.image).toBe('')
  })

  it('becomes one to be collected when its longest time is over', async () => {
    const { id, code } = await save()
    await markCollectable(server.deps)
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'saved', collectFor: '' })
    server.clock.advance(24 * HOUR)
    expect(await find(code)).toMatchObject({ isOverdue: true })
    expect(await markCollectable(server.deps)).toBeGreaterThan(0)
    expect(await markCollectable(server.deps)).toBe(0)
    expect(await itemOf(id)).toMatchObject({
      cloakroomState: 'toBeCollected',
      collectFor: 'time',
      collectFor_dictText: '超时',
    })
    const overdue = await manager.cloakroomItems.list({ query: { collectFor: 'time', pageSize: 200 } })
    expect(overdue.result.records.map((row) => row.id)).toContain(id)
    await takeOut(code)
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'takenOut' })
  })
})

describe('a slip', () => {
  it('is good at its store alone', async () => {
    const { code, id } = await save()
    expect(await codeOf(find(code, elsewhere))).toBe('cloakroom.codeUnknown')
    expect(await codeOf(takeOut(code, elsewhere))).toBe('cloakroom.codeUnknown')
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'saved' })
  })

  it('is limited in wrong codes for each user, and each is in the audit trail', async () => {
    const guesser = await server.signIn('cashier2')
    const ends: string[] = []
    for (let tries = 0; tries < 62; tries++) ends.push(await codeOf(find(guessed(), guesser)))
    expect(ends.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'cloakroom.codeUnknown'))
    expect(ends.at(-1)).toBe('auth.lockedOut')
    expect(await codeOf(takeOut(guessed(), guesser))).toBe('auth.lockedOut')
    const trail = await venue.rows('auditEntry').where('recordId', guesser.user.id)
    expect(trail.filter(({ after }) => JSON.stringify(after).includes('cloakroom.codeUnknown')).length).toBeGreaterThan(
      59,
    )
    // Right codes are not counted, and others are not limited.
    const { code } = await save()
    for (let tries = 0; tries < 65; tries++) await find(code)
  })

  it('is in no list, workbook or record', async () => {
    const { code } = await save()
    const { records } = (await manager.cloakroomItems.list({ query: { pageSize: 200 } })).result
    expect(JSON.stringify(records)).not.toContain(code.slice(2))
  })

  it('is printed again as a copy: later than ten minutes by managers alone', async () => {
    const { id } = await save()
    await cashier.cloakroomItems.printSlip({ key: newId(), body: { id } })
    server.clock.advance(11 * 60_000)
    expect(await codeOf(cashier.cloakroomItems.printSlip({ key: newId(), body: { id } }))).toBe('cloakroom.printLate')
    await manager.cloakroomItems.printSlip({ key: newId(), body: { id } })
    expect((await slipsOf(id)).map(({ copyNo }) => copyNo).sort()).toEqual([0, 1, 2])
  })
})

describe('without its slip a thing', () => {
  const second = manager.user.id
  const identity = { recipient: '李女士', phoneEnd: '2345' }
  const without = (id: string, given: object = {}, by = cashier, key = newId()) =>
    by.cloakroomItems.takeOutWithoutSlip({
      key,
      body: { id, confirmerId: second, password: DEMO_PASSWORD, ...identity, ...given },
    })

  it('is handed out to the guest, confirmed by the password of a second user', async () => {
    const { id } = await save()
    await without(id)
    expect(await itemOf(id)).toMatchObject({
      cloakroomState: 'takenOut',
      recipient: '李女士',
      document: '*******2345',
      confirmedBy: manager.user.realname,
    })
  })

  it('is handed out to another person by a document', async () => {
    const { id } = await save()
    await without(id, { recipient: '李先生', phoneEnd: '', document: '身份证 …1234' })
    expect(await itemOf(id)).toMatchObject({ recipient: '李先生', document: '身份证 …1234' })
  })

  it('stays where the identity is wrong or missing', async () => {
    const { id } = await save()
    expect(await codeOf(without(id, { phoneEnd: '9999' }))).toBe('cloakroom.identityWrong')
    expect(await codeOf(without(id, { recipient: '别人' }))).toBe('cloakroom.identityWrong')
    expect(await codeOf(without(id, { phoneEnd: '' }))).toBe('common.invalidInput')
    const { id: nameless } = await save({ phone: '' })
    expect(await codeOf(without(nameless, { phoneEnd: '2345' }))).toBe('cloakroom.identityWrong')
  })

  it('stays without another person who may confirm and knows the password', async () => {
    const { id } = await save()
    expect(await codeOf(without(id, { confirmerId: cashier.user.id }))).toBe('cloakroom.confirmerUnknown')
    expect(await codeOf(without(id, { confirmerId: elsewhere.user.id }))).toBe('cloakroom.confirmerUnknown')
    expect(await codeOf(without(id, { password: 'wrong' }))).toBe('cloakroom.passwordWrong')
    const trail = await venue.rows('auditEntry').where('recordId', second)
    expect(JSON.stringify(trail)).toContain('cloakroom.passwordWrong')
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'saved' })
  })

  it('is handed out once, and a lost answer is given again whatever password is entered', async () => {
    const { id } = await save()
    const key = newId()
    const first = await without(id, {}, cashier, key)
    expect((await without(id, { password: 'mistyped' }, cashier, key)).result).toEqual(first.result)
    expect(await codeOf(without(id))).toBe('cloakroom.takenOut')
  })

  it('is blocked after some wrong passwords, also for the right one', async () => {
    const { id } = await save()
    const ends: string[] = []
    for (let tries = 0; tries < 8; tries++)
      ends.push(await codeOf(without(id, { password: 'wrong', confirmerId: hq.user.id })))
    expect(ends.at(-1)).toBe('auth.lockedOut')
    expect(await codeOf(without(id, { confirmerId: hq.user.id }))).toBe('auth.lockedOut')
  })
})

describe('places', () => {
  it('are listed as free or in use', async () => {
    const [used, free] = [await newPlace(), await newPlace()]
    await save({ placeId: used })
    const ids = async (inUse: 'YES' | 'NO') =>
      (await cashier.cloakroomPlaces.list({ query: { inUse, pageSize: 200 } })).result.records.map(({ id }) => id)
    expect(await ids('YES')).toContain(used)
    expect(await ids('YES')).not.toContain(free)
    expect(await ids('NO')).toContain(free)
  })

  it('have unique names, are changed by managers, and stay once they have held something', async () => {
    const id = await newPlace()
    const { placeName } = (await manager.cloakroomPlaces.queryById({ query: { id } })).result
    expect(await codeOf(manager.cloakroomPlaces.add({ body: { placeName } }))).toBe('cloakroomPlaces.nameTaken')
    expect(await codeOf(cashier.cloakroomPlaces.add({ body: { placeName: '别处' } }))).toBe('auth.forbidden')
    await save({ placeId: id })
    expect(await codeOf(manager.cloakroomPlaces.delete({ query: { id } }))).toBe('cloakroomPlaces.inUse')
    await manager.cloakroomPlaces.delete({ query: { id: await newPlace() } })
  })
})
