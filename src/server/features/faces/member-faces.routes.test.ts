import { beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { FACE_MODEL, TEMPLATE_BYTES, templateOf } from '#shared/features/faces/face-template.calc.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { forgetFaces } from './member-faces.job.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const elsewhere = await server.signIn('manager2', 'A01A02')

const DAY_MS = 86_400_000
const STROKES = 'M10 20L30 40L50 60M70 80L90 99'
const [HERE, BESIDE] = ['A01A01', 'A01A02']

/** The descriptor of an invented face: the same seed is the same face, other seeds are nearly at right angles. */
const face = (seed: number, noise = 0): number[] =>
  Array.from(
    { length: TEMPLATE_BYTES },
    (_, at) => Math.sin(seed * 7919 + at * (seed + 1.7)) + noise * Math.sin(at * 3.1),
  )
const textOf = (descriptor: ArrayLike<number>) =>
  Buffer.from(templateOf(descriptor).buffer as ArrayBuffer).toString('base64')
const probe = (seed: number, noise = 0) => ({ model: FACE_MODEL, faceTemplate: textOf(face(seed, noise)) }) as const

async function publish(client: TestClient, kind: 'face' | 'safety' = 'face'): Promise<string> {
  const titleZh = `同意书 ${newId()}`
  await client.agreements.add({ body: { kind, titleZh, contentZh: '同意刷脸' } })
  const id = (await client.agreements.list({ query: { titleZh } })).result.records[0]?.id ?? ''
  await client.agreements.publish({ body: { id } })
  return id
}
const settings = (client: TestClient, orgCode: string, faceSearch: 'YES' | 'NO') =>
  client.storeSettings.edit({ body: { orgCode, faceSearch } })

let consent = ''
let consentBeside = ''
beforeAll(async () => {
  consent = await publish(manager)
  consentBeside = await publish(elsewhere)
  await settings(manager, HERE, 'YES')
  await settings(elsewhere, BESIDE, 'YES')
})

type Enrolment = Parameters<TestClient['memberFaces']['enrol']>[0]['body']
const enrol = (userId: string, seed: number, more: Partial<Enrolment> = {}, key = newId(), client = cashier) =>
  client.memberFaces.enrol({
    body: {
      userId,
      agreementId: client === elsewhere ? consentBeside : consent,
      strokes: STROKES,
      ...probe(seed),
      ...more,
    },
    key,
  })
async function found(seed: number, { client = cashier, noise = 0.1 } = {}) {
  // The free attempts of a test never run out.
  server.clock.advance(61_000)
  return (await client.memberFaces.identify({ body: probe(seed, noise) })).result.candidates
}
const idsFor = async (seed: number, client = cashier) => (await found(seed, { client })).map(({ userId }) => userId)
const stored = (memberId: string) => venue.rows('faceTemplate').where('memberId', memberId)
const state = async (userId: string, client = cashier) => (await client.memberFaces.state({ query: { userId } })).result

it('finds a consenting member of the store by a similar face, with masked data and without the template', async () => {
  const id = await venue.member({ realname: '陈一', phone: '13900010001' })
  await venue.member({ realname: '没登记' })
  await enrol(id, 1)
  const candidates = await found(1)
  expect(candidates).toMatchObject([
    { userId: id, name: '陈一', phone: '139****0001', havePassword: 'NO', frozen: false },
  ])
  expect(candidates[0]?.similarity).toBeGreaterThanOrEqual(90)
  expect(await idsFor(2)).toEqual([])
  expect(await state(id)).toMatchObject({ isOn: true, enrolled: { version: 1, enrolBy: cashier.user.realname } })
  // The consent is a signature with its text, and no signature of the safety agreement.
  expect(await venue.rows('agreementSignature').where('memberId', id)).toMatchObject([
    { kind: 'face', agreementId: consent, strokes: STROKES },
  ])
  expect((await manager.agreements.signatures({ query: { userId: id } })).result).toEqual([])
  expect((await manager.members.searchMemberById({ query: { id } })).result?.agreementId).toBe('')
})

it('stores the template only encrypted, and shows it in no answer, trail or log', async () => {
  const id = await venue.member({})
  await enrol(id, 3)
  const sealed = (await stored(id))[0]?.templateSealed as Buffer
  const plain = Buffer.from(probe(3).faceTemplate, 'base64')
  expect(sealed.includes(plain.subarray(0, 16))).toBe(false)
  const sealer = server.deps.sealer.ofStore(HERE)
  expect(sealer.open(sealed, `face of ${id}`)).toEqual(plain)
  // Neither another store's key nor another member opens it.
  expect(() => server.deps.sealer.ofStore(BESIDE).open(sealed, `face of ${id}`)).toThrow()
  expect(() => sealer.open(sealed, 'face of 1')).toThrow()
  await found(3, { noise: 0 })
  const trail = [
    ...(await venue.rows('auditEntry').where('recordId', id)),
    ...(await venue.rows('auditEntry').where('recordId', cashier.user.id)),
  ]
  const paths = trail.map(({ action }) => action)
  expect(paths).toContain('/membermanage/sysMemberFace/enrol')
  expect(paths).toContain('/membermanage/sysMemberFace/identify')
  expect(JSON.stringify([trail, await state(id)])).not.toContain(probe(3).faceTemplate.slice(0, 60))
  expect(server.logs.join('')).not.toContain(probe(3).faceTemplate.slice(0, 60))
})

it('deletes at once when the member withdraws on the page, also twice at the same time, in sight of the store', async () => {
  const id = await venue.member({})
  await enrol(id, 9)
  const { client } = await memberOnPage(server, venue, id)
  const withdraw = () => codeOf(client.memberOwn.withdrawFace())
  expect(await Promise.all([withdraw(), withdraw()])).toEqual(['done', 'done'])
  expect(await stored(id)).toEqual([])
  const { result } = await manager.logs.history({ query: { kind: '/membermanage/sysMemberFace', id } })
  expect(result.map(({ after }) => after)).toContainEqual({ enrolled: false })
})

it('deletes at once on withdrawal, which also works while the search is off; a repeated enrolment restores nothing', async () => {
  const id = await venue.member({})
  const key = newId()
  await enrol(id, 4, {}, key)
  expect(await idsFor(4)).toEqual([id])
  await cashier.memberFaces.withdraw({ body: { userId: id } })
  expect(await idsFor(4)).toEqual([])
  expect(await stored(id)).toEqual([])
  expect((await state(id)).enrolled).toBeNull()
  // The lost answer of the enrolment is asked for again.
  await enrol(id, 4, {}, key)
  expect(await stored(id)).toEqual([])
  await enrol(id, 4)
  expect(await idsFor(4)).toEqual([id])
  await settings(manager, HERE, 'NO')
  expect(await codeOf(found(4))).toBe('faces.off')
  expect(await codeOf(enrol(id, 4))).toBe('faces.off')
  await cashier.memberFaces.withdraw({ body: { userId: id } })
  await settings(manager, HERE, 'YES')
  expect(await idsFor(4)).toEqual([])
  await cashier.memberFaces.withdraw({ body: { userId: id } })
  const trail = await venue.rows('auditEntry').where('recordId', id)
  expect(trail.map(({ action }) => action)).toContain('/membermanage/sysMemberFace/withdraw')
})

it('never finds, shows or ends the face of another store’s member, also from headquarters', async () => {
  const id = await venue.member({ orgCode: BESIDE })
  await enrol(id, 5, {}, newId(), elsewhere)
  expect(await idsFor(5)).toEqual([])
  expect(await idsFor(5, elsewhere)).toEqual([id])
  expect(await codeOf(state(id))).toBe('members.notFound')
  expect(await codeOf(enrol(id, 5))).toBe('members.notFound')
  expect(await codeOf(cashier.memberFaces.withdraw({ body: { userId: id } }))).toBe('members.notFound')
  // The manager of both stores finds only those of the store that was chosen.
  const hq = await server.signIn('hq')
  expect(await codeOf(found(5, { client: hq }))).toBe('faces.off')
  expect(await stored(id)).toHaveLength(1)
})

it('needs the current text, a drawn signature, and a guardian for minors', async () => {
  const id = await venue.member({})
  expect(await codeOf(enrol(id, 6, { agreementId: newId() }))).toBe('agreements.changed')
  const safety = await publish(manager, 'safety')
  expect(await codeOf(enrol(id, 6, { agreementId: safety }))).toBe('agreements.changed')
  expect(await codeOf(enrol(id, 6, { strokes: '' }))).toBe('common.invalidInput')
  await manager.storeSettings.edit({ body: { orgCode: HERE, agreementGuardian: 'NO' } })
  expect(await codeOf(enrol(id, 6, { minor: true }))).toBe('agreements.guardianRequired')
  expect((await state(id)).consent).toMatchObject({ guardian: 'YES', text: { id: consent } })
  expect(await stored(id)).toEqual([])
  // The safety agreement is not mistaken for the consent either.
  expect((await cashier.agreements.current({ query: {} })).result.text?.id).toBe(safety)
})

it('refuses templates of another size or model, and empty ones', async () => {
  const id = await venue.member({})
  const { faceTemplate } = probe(7)
  const wrong = { faceTemplate: faceTemplate.slice(4) }
  expect(await codeOf(enrol(id, 7, wrong))).toBe('common.invalidInput')
  expect(await codeOf(enrol(id, 7, { model: 'other' as never }))).toBe('common.invalidInput')
  const empty = textOf(new Array(TEMPLATE_BYTES).fill(0))
  expect(await codeOf(enrol(id, 7, { faceTemplate: empty }))).toBe('faces.unusable')
  expect(await codeOf(cashier.memberFaces.identify({ body: { model: FACE_MODEL, faceTemplate: empty } }))).toBe(
    'faces.unusable',
  )
})

it('shows the three most similar, and never more', async () => {
  const ids: string[] = []
  for (const noise of [0.4, 0.1, 0.3, 0.2]) {
    const id = await venue.member({})
    await enrol(id, 8, probe(8, noise))
    ids.push(id)
  }
  expect((await found(8, { noise: 0 })).map(({ userId }) => userId)).toEqual([ids[1], ids[3], ids[2]])
})

it('limits how often a user searches, and leaves a trail of each search', async () => {
  server.clock.advance(61_000)
  const ask = () => codeOf(manager.memberFaces.identify({ body: probe(9) }))
  for (let at = 0; at < 20; at++) expect(await ask()).toBe('done')
  expect(await ask()).toBe('auth.lockedOut')
  server.clock.advance(61_000)
  expect(await ask()).toBe('done')
  const trail = await venue.rows('auditEntry').where('recordId', manager.user.id)
  const searches = trail.filter(({ action }) => action === '/membermanage/sysMemberFace/identify')
  expect(searches).toHaveLength(21)
  const coach = await server.signIn('coach')
  expect(await codeOf(coach.memberFaces.identify({ body: probe(9) }))).toBe('auth.forbidden')
})

it('forgets a merged member, and the remaining one keeps its own face only', async () => {
  const [source, target] = [await venue.member({}), await venue.member({})]
  await enrol(source, 10)
  await enrol(target, 11)
  await manager.memberMerge.merge({ body: { sourceId: source, targetId: target, reason: '重复登记' }, key: newId() })
  expect(await stored(source)).toEqual([])
  expect(await idsFor(10)).toEqual([])
  expect(await idsFor(11)).toEqual([target])
  expect(await codeOf(enrol(source, 10))).toBe('members.merged')
})

it('forgets members who ended or did not come for the days of the store, and everybody where it is off', async () => {
  const [ended, away, back] = [await venue.member({}), await venue.member({}), await venue.member({})]
  for (const [at, id] of [ended, away, back].entries()) await enrol(id, 12 + at)
  const set = (id: string, more: object) =>
    venue.inEveryStore((trx) => trx.updateTable('member').set(more).where('id', '=', id).execute())
  await set(ended, { endTime: server.clock.now() })
  expect(await idsFor(12)).toEqual([])
  expect(await codeOf(enrol(ended, 12))).toBe('members.ended')
  await manager.storeSettings.edit({ body: { orgCode: HERE, faceKeepDays: 2 } })
  server.clock.advance(2 * DAY_MS)
  await forgetFaces(server.deps)
  expect([await stored(ended), await stored(away)].map(({ length }) => length)).toEqual([0, 1])
  server.clock.advance(DAY_MS)
  await set(back, { lastVisitOn: server.clock.now().toISOString().slice(0, 10) })
  await forgetFaces(server.deps)
  expect([await stored(away), await stored(back)].map(({ length }) => length)).toEqual([0, 1])
  const left = await venue.rows('faceTemplate').where('orgCode', BESIDE)
  expect(left.length).toBeGreaterThan(0)
  await settings(manager, HERE, 'NO')
  await forgetFaces(server.deps)
  expect(await venue.rows('faceTemplate').where('orgCode', HERE)).toEqual([])
  expect(await venue.rows('faceTemplate').where('orgCode', BESIDE)).toEqual(left)
})
