import { expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { ChargeInput } from '#shared/features/sessions/charge.schema.ts'
import { jpegOf } from '#tests/support/browser/jpeg.ts'
import type { TestClient } from '#tests/support/server.ts'
import { refusal } from '#tests/support/venue/limited-rules.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { deleteOldPhotos } from './racer-photos.job.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'], { photoMegabytesPerStore: 1 })
const elsewhere = await server.signIn('manager2')

await venue.setHungLimit(1000)
await venue.setTrialLimit(-1)
const rule = await venue.rule({ gatherFace: true })
const memberId = await venue.member({ balance: 10_000_000 })

const DAY_MS = 86_400_000

async function send(bytes: Buffer, client: TestClient = cashier, name = 'face.jpg') {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await server.request('/api/racerphoto/sysRacerPhoto/upload', {
    method: 'POST',
    body,
    token: client.token,
  })
  return (await answer.json()) as {
    success: boolean
    result: { id: string }
    error?: { code: string; details: object }
  }
}
const taken = async (client?: TestClient) => (await send(jpegOf(), client)).result.id

async function charge(more: Partial<ChargeInput>, key = newId(), client: TestClient = cashier) {
  const vehicleId = more.usageMode === 'lineup' ? '' : (await venue.vehicle()).id
  const body: ChargeInput = {
    consumeType: 'BALANCE',
    consumeVehicleMode: 'circlemode',
    usageMode: 'immediate',
    consumePayMode: 'wechat',
    sysDepartConsumeRoleId: rule.id,
    vehicleId,
    people: 1,
    userId: memberId,
    racer: '阿飞',
    ...more,
  }
  return (await client.consume.add({ body, key })).result
}
async function start(more: object, key = newId()) {
  const vehicle = await venue.vehicle()
  const body = venue.start({ vehicleId: vehicle.id, ruleId: rule.id, ...more })
  return (await cashier.playBeforePay.add({ body, key })).result
}
const photoOf = async (playId: string, client: TestClient = manager) =>
  (await client.racerPhotos.queryByPlay({ query: { playId } })).result
const UNKNOWN_PHOTO = '019a0000-0000-7000-8000-00000000dead'

it('charges, starts and queues rides of such a rule with a photograph, or with a stored reason', async () => {
  const required = { code: 'photos.required', details: { field: 'photoId' } }
  expect(await refusal(charge({}))).toMatchObject(required)
  expect(await refusal(charge({ usageMode: 'lineup', noPhoto: ' ' }))).toMatchObject(required)
  expect(await refusal(start({}))).toMatchObject(required)
  const unknown = { code: 'photos.unknown', details: { field: 'photoId' } }
  expect(await refusal(charge({ photoId: UNKNOWN_PHOTO, noPhoto: '没有摄像头' }))).toMatchObject(unknown)
  // A refused start is not charged.
  expect(await venue.wallets(memberId)).toMatchObject({ balance: { value: 10_000_000, held: 0 } })

  const photoId = await taken()
  const [key, now] = [newId(), new Date()]
  const { plays } = await charge({ photoId }, key)
  const playId = plays[0]?.id ?? ''
  expect(await photoOf(playId)).toMatchObject({ state: 'taken', photoId, takenBy: '李小敏', reason: '' })
  const { image, keptUntil } = await photoOf(playId)
  expect(Buffer.from(image.split(',')[1] ?? '', 'base64')).toEqual(jpegOf())
  expect(Date.parse(`${keptUntil?.replace(' ', 'T')}+08:00`) - now.getTime()).toBeGreaterThan(29 * DAY_MS)

  const without = await charge({ usageMode: 'lineup', noPhoto: '客人不愿意' })
  expect(await photoOf(without.plays[0]?.id ?? '')).toMatchObject({ state: 'without', reason: '客人不愿意', image: '' })
  const trail = await venue.rows('auditEntry').where('recordId', without.id)
  expect(trail).toMatchObject([{ request: expect.objectContaining({ noPhoto: '客人不愿意' }) }])
  const hung = await start({ photoId: await taken(), userId: memberId })
  expect(await photoOf(hung.id)).toMatchObject({ state: 'taken' })
  // Without the requirement none is stored, whatever is sent.
  const plain = await venue.rule()
  const other = await charge({ sysDepartConsumeRoleId: plain.id, photoId: await taken() })
  expect(await photoOf(other.plays[0]?.id ?? '')).toMatchObject({ state: 'none', photoId: null })
})

it('uses a photograph for one charge, however often and concurrently it is sent', async () => {
  const photoId = await taken()
  const key = newId()
  const vehicleId = (await venue.vehicle()).id
  const once = { photoId, vehicleId }
  const [first, again] = [await charge(once, key), await charge(once, key)]
  expect(again).toEqual(first)
  expect(await refusal(charge({ photoId }))).toMatchObject({ code: 'photos.unknown' })
  const shared = await taken()
  const ends = await Promise.all(Array.from({ length: 6 }, () => refusal(charge({ photoId: shared }))))
  expect(ends.filter(({ code }) => code === 'no refusal')).toHaveLength(1)
  expect(ends.filter(({ code }) => code === 'photos.unknown')).toHaveLength(5)
})

it('accepts an offline start without a photograph, and shows that', async () => {
  const now = () => server.clock.now().getTime()
  const terminal = await enrolledTerminal(server, await server.signIn('manager', 'A01A01'), { now })
  const signed = terminal.with(cashier)
  const begin = async (more: object, key = newId()) => {
    const vehicle = await venue.vehicle()
    const given = { vehicleId: vehicle.id, ruleId: rule.id, terminalId: terminal.id, offline: true, ...more }
    const body = {
      ...venue.start(given),
      startedAt: server.clock.now().toISOString(),
      terminalTicket: `T9-${key.slice(-4)}`,
    }
    return (await signed.playBeforePay.add({ body, key })).result
  }
  expect(await photoOf((await begin({})).id)).toMatchObject({ state: 'offline', image: '' })
  // Its photograph was taken before the connection was lost, and may be deleted by the time it is sent.
  expect(await photoOf((await begin({ photoId: await taken() })).id)).toMatchObject({ state: 'taken' })
  expect(await photoOf((await begin({ photoId: UNKNOWN_PHOTO })).id)).toMatchObject({ state: 'offline' })
})

it('shows it only to users responsible for its store, and records each view in the audit trail', async () => {
  const photoId = await taken()
  const { plays } = await charge({ photoId })
  const playId = plays[0]?.id ?? ''
  expect(await refusal(photoOf(playId, cashier))).toMatchObject({ code: 'auth.forbidden' })
  expect(await photoOf(playId, elsewhere)).toMatchObject({ state: 'none', image: '' })
  expect(await refusal(elsewhere.racerPhotos.delete({ query: { id: photoId } }))).toMatchObject({
    code: 'common.recordNotFound',
  })
  const foreign = await taken(elsewhere)
  expect(await refusal(charge({ photoId: foreign }))).toMatchObject({ code: 'photos.unknown' })
  await photoOf(playId)
  const looks = await venue.rows('auditEntry').where('recordId', playId)
  expect(looks.map(({ action }) => action)).toContain('/racerphoto/sysRacerPhoto/queryByPlay')
  await manager.racerPhotos.delete({ query: { id: photoId }, reason: '客人要求' })
  expect(await photoOf(playId)).toMatchObject({ state: 'forgotten', image: '', photoId: null })
})

it('accepts only photographs of limited size, up to the limit of the store', async () => {
  const wrong = { code: 'files.wrongType', details: { field: 'file' } }
  for (const bytes of [Buffer.from('<svg/>'), Buffer.alloc(0), jpegOf().subarray(0, 100)])
    expect((await send(bytes)).error).toMatchObject(wrong)
  const large = { code: 'photos.tooLarge', details: { field: 'file' } }
  expect((await send(jpegOf({ width: 1281 }))).error).toMatchObject(large)
  expect((await send(jpegOf({ bytes: 307_201 }))).error).toMatchObject(large)
  expect((await send(jpegOf({ bytes: 3_000_000 }))).error).toMatchObject({ code: 'files.tooLarge' })
  // One megabyte holds three besides those of this test, also concurrently.
  const ends = await Promise.all(Array.from({ length: 5 }, () => send(jpegOf({ bytes: 307_200 }))))
  expect(ends.filter(({ success }) => success)).toHaveLength(3)
  expect(ends.find(({ success }) => !success)?.error).toMatchObject({ code: 'photos.storeFull', details: { limit: 1 } })
})

it('deletes unused ones after a day, and others after the days of the store', async () => {
  const { plays } = await charge({ noPhoto: '没有摄像头' })
  expect(await photoOf(plays[0]?.id ?? '')).toMatchObject({ state: 'without' })
  const count = async () => (await venue.rows('racerPhoto').where('orgCode', 'A01A01')).length
  const used = (await venue.rows('racerPhoto').where('orgCode', 'A01A01')).filter(
    ({ usedFor }) => usedFor !== null,
  ).length
  server.clock.advance(DAY_MS + 60_000)
  await deleteOldPhotos(server.deps)
  expect(await count()).toBe(used)
  await manager.storeSettings.edit({ body: { orgCode: 'A01A01', photoKeepDays: 2 } })
  await deleteOldPhotos(server.deps)
  expect(await count()).toBe(used)
  server.clock.advance(DAY_MS)
  await deleteOldPhotos(server.deps)
  expect(await count()).toBe(0)
  // The limit allows new ones again.
  expect((await send(jpegOf({ bytes: 307_200 }))).success).toBe(true)
})
