import { expect, it } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { memberFeedback } from '#shared/features/feedback/member-feedback.contract.ts'
import { jpegOf } from '#tests/support/browser/jpeg.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { MAX_PER_DAY } from './feedback.service.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const people = peopleOf(server)
const newMember = async () => memberOnPage(server, venue, await venue.member())
type Sender = Awaited<ReturnType<typeof newMember>>

const send = ({ client }: Sender, more: object = {}, key = newId()) =>
  client.memberFeedback.add({ key, body: { feedbackKind: 'service', content: '头盔有点脏', ...more } })
const own = async ({ client }: Sender) => (await client.memberFeedback.list()).result
const listed = async (query: object) => (await manager.feedback.list({ query })).result.records

async function sendPicture({ token }: Sender, kept: readonly string[] = []): Promise<string> {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(jpegOf())], 'a.jpg', { type: 'image/jpeg' }))
  const answer = await server.request(`/api${memberFeedback.upload.path}?kept=${kept.join()}`, {
    method: 'POST',
    body,
    token,
  })
  return ((await answer.json()) as { result: { id: string } }).result.id
}

it('feedback reaches those who may answer, as a notice too, and the member sees the answer', async () => {
  const member = await newMember()
  const picture = await sendPicture(member)
  const key = newId()
  await send(member, { contact: '13812345678', pictures: [picture] }, key)
  const [row] = await listed({ userId: member.id })
  expect(row).toMatchObject({ id: key, feedbackKind: 'service', feedbackState: 'new', content: '头盔有点脏' })
  const bell = (await manager.announcements.listByUser()).result.sysMsgList.map(({ titile }) => titile)
  expect(bell).toContain('新的意见反馈：服务')
  expect((await cashier.announcements.listByUser()).result.sysMsgList.map(({ titile }) => titile)).not.toContain(
    bell[0],
  )
  expect((await manager.feedback.picture({ query: { id: key, pictureId: picture } })).result.image).toMatch(
    /^data:image/,
  )
  const answer = (body: object) => manager.feedback.answer({ body: { id: key, feedbackState: 'answered', ...body } })
  expect(await codeAndFieldOf(answer({}))).toBe('feedback.noAnswer answer')
  expect(await codeAndFieldOf(answer({ answer: '' }))).toBe('common.invalidInput answer')
  await answer({ answer: '已清洗，谢谢' })
  expect(await own(member)).toMatchObject([{ id: key, feedbackState: 'answered', answer: '已清洗，谢谢' }])
  await manager.feedback.answer({ body: { id: key, feedbackState: 'closed' } })
  expect(await own(member)).toMatchObject([{ feedbackState: 'closed', answer: '已清洗，谢谢' }])
  const trail = await manager.logs.history({ query: { kind: '/feedback/sysFeedback', id: key } })
  expect(trail.result.map(({ after }) => after)).toEqual([
    { feedbackState: 'closed', answer: '已清洗，谢谢' },
    { feedbackState: 'answered', answer: '已清洗，谢谢' },
  ])
})

it('a member sends a few a day, also at once, and a repeated call counts once', async () => {
  const member = await newMember()
  const key = newId()
  await send(member, {}, key)
  await send(member, {}, key)
  const codes = await Promise.all(Array.from({ length: MAX_PER_DAY + 3 }, () => codeOf(send(member))))
  expect(codes.filter((code) => code === 'done')).toHaveLength(MAX_PER_DAY - 1)
  expect(new Set(codes)).toEqual(new Set(['done', 'feedback.tooMany']))
  expect(await own(member)).toHaveLength(MAX_PER_DAY)
  server.clock.advance(86_400_001)
  expect(await codeOf(send(member))).toBe('done')
})

it('a merged member sees what both have sent, which counts for both', async () => {
  const [source, target] = [await newMember(), await newMember()]
  await send(source, { content: '旧号' })
  await manager.memberMerge.merge({ key: newId(), body: { sourceId: source.id, targetId: target.id, reason: '重复' } })
  expect(await own(target)).toMatchObject([{ content: '旧号' }])
  for (let sent = 1; sent < MAX_PER_DAY; sent += 1) await send(target)
  expect(await codeOf(send(target))).toBe('feedback.tooMany')
})

it('a picture that is still chosen does not give way to one that replaces another', async () => {
  const member = await newMember()
  const [first, second] = [await sendPicture(member), await sendPicture(member)]
  await sendPicture(member)
  const pictures = [first, second, await sendPicture(member, [first, second])]
  expect(await codeOf(send(member, { pictures }))).toBe('done')
})

it('an answer that is sent twice at once stands once', async () => {
  const member = await newMember()
  const id = newId()
  await send(member, {}, id)
  const answer = () => manager.feedback.answer({ body: { id, feedbackState: 'answered', answer: '好的' } })
  expect(await Promise.all([codeOf(answer()), codeOf(answer())])).toEqual(['done', 'done'])
  const [{ answerTime } = { answerTime: null }] = await listed({ userId: member.id })
  server.clock.advance(60_000)
  await answer()
  expect(await listed({ userId: member.id })).toMatchObject([{ answer: '好的', answerTime, feedbackState: 'answered' }])
})

it('an address waits after thirty messages of any members', async () => {
  const codes: string[] = []
  for (let sent = 0; sent < 8; sent += 1) {
    const member = await newMember()
    for (let count = 0; count < MAX_PER_DAY; count += 1) codes.push(await codeOf(send(member)))
  }
  expect(codes.at(-1)).toBe('common.tooManyRequests')
  // A venue shares one address: after an hour without calls it is free again.
  server.clock.advance(3_600_001)
  expect(await codeOf(send(await newMember()))).toBe('done')
})

it('shows the whole contact only to those who may see whole phones', async () => {
  const member = await newMember()
  await send(member, { contact: '13812345678' })
  const selectedroles = await people.addRole(hq, ['feedback:list'])
  const { username } = await people.add(hq, { selectedroles, selecteddeparts: demoStores.A01A01.id })
  const reader = await people.signInAs(username)
  const contactFor = async (by: typeof manager) =>
    (await by.feedback.list({ query: { userId: member.id } })).result.records[0]?.contact
  expect(await contactFor(manager)).toBe('13812345678')
  expect(await contactFor(reader)).toBe('138****5678')
})

it('nobody else sees or uses it: another member, another store, a cashier', async () => {
  const [member, other] = [await newMember(), await newMember()]
  const picture = await sendPicture(member)
  expect(await codeAndFieldOf(send(other, { pictures: [picture] }))).toBe('photos.unknown pictures')
  const key = newId()
  await send(member, {}, key)
  expect(await own(other)).toEqual([])
  expect(await codeOf(cashier.feedback.list({ query: {} }))).toBe('auth.forbidden')
  const stranger = await server.signIn('manager2')
  expect((await stranger.feedback.list({ query: { userId: member.id } })).result.total).toBe(0)
  expect(await codeOf(stranger.feedback.answer({ body: { id: key, feedbackState: 'closed' } }))).toBe(
    'common.recordNotFound',
  )
})
