import { expect, it } from 'vitest'
import { resultKeyOf } from '#server/features/printing/index.ts'
import { newId } from '#shared/core/id.ts'
import { guestComments } from '#shared/features/comments/guest-comments.contract.ts'
import { COMMENT_DAYS, MAX_PICTURES } from '#shared/features/comments/ride-comments.schema.ts'
import { jpegOf } from '#tests/support/browser/jpeg.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { startHeat } from '#tests/support/venue/driven.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const guest = server.client()
const DAY = 86_400_000

/** A ride that is over, with the key on its ticket. */
async function drivenRide(racer = '小明', more: object = {}) {
  const [ride] = await startHeat(venue, cashier, [{ racer, ...more }])
  if (!ride) throw new Error('no ride has started')
  await cashier.dispatch.stop({ body: { id: ride.runId, now: true } })
  return { ...ride, key: resultKeyOf(server.deps, ride.playId) }
}
const comment = (key: string, more: object = {}) => guest.guestComments.add({ body: { key, stars: 5, ...more } })
const status = async (key: string) => (await guest.guestComments.status({ query: { key } })).result
const listed = async (playId: string) => {
  const [row] = (await manager.rideComments.list({ query: { playId } })).result.records
  if (!row) throw new Error('the comment is not listed')
  return row
}
const review = (id: string, commentState: 'shown' | 'hidden', reason?: string) =>
  manager.rideComments.review({ body: { id, commentState, reason } })

async function sendPicture(
  key: string,
  content = jpegOf(),
  kept: readonly string[] = [],
): Promise<{ success: boolean; result: { id: string } }> {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(content)], 'a.jpg', { type: 'image/jpeg' }))
  const path = `/api${guestComments.upload.path}?key=${key}&kept=${kept.join()}`
  const answer = await server.request(path, { method: 'POST', body })
  return (await answer.json()) as { success: boolean; result: { id: string } }
}

it('a phone number that stands for a name is not shown to others', async () => {
  const [one, other] = [await drivenRide('13812345678'), await drivenRide()]
  await comment(one.key)
  await review((await listed(one.playId)).id, 'shown')
  expect((await status(other.key)).shown[0]).toMatchObject({ racer: '***' })
})

it('a comment is shown to others after its review only, with the reply of the store', async () => {
  const [one, other] = [await drivenRide('甲'), await drivenRide('乙')]
  const before = await status(other.key)
  expect(await status(one.key)).toMatchObject({ isOpen: true, own: null })
  await comment(one.key, { stars: 4, content: '弯道很刺激\n下次再来' })
  const shown = (key: string) => status(key).then((found) => found.shown.map(({ content }) => content))
  expect(await status(one.key)).toMatchObject({ isOpen: false, own: { stars: 4, commentState: 'waiting' } })
  expect(await shown(other.key)).not.toContain('弯道很刺激\n下次再来')
  const { id } = await listed(one.playId)
  await review(id, 'shown')
  await manager.rideComments.reply({ body: { id, reply: '谢谢' } })
  const after = await status(other.key)
  expect(after.shown[0]).toMatchObject({ racer: '甲', stars: 4, content: '弯道很刺激\n下次再来', reply: '谢谢' })
  expect(after.count).toBe(before.count + 1)
  await review(id, 'hidden', '与骑行无关')
  expect(await shown(other.key)).not.toContain('弯道很刺激\n下次再来')
  expect((await status(one.key)).own).toMatchObject({ commentState: 'hidden', content: '弯道很刺激\n下次再来' })
  const trail = await manager.logs.history({ query: { kind: '/comment/sysComment', id } })
  expect(trail.result.map(({ username, after: changed }) => [username, changed])).toEqual([
    ['manager', { commentState: 'hidden', reason: '与骑行无关' }],
    ['manager', { reply: '谢谢' }],
    ['manager', { commentState: 'shown', reason: '' }],
  ])
})

it('a ride has one comment, also of ten calls at once, and a repeated call is answered as the first', async () => {
  const { key, playId } = await drivenRide()
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => codeOf(comment(key, { stars: (index % 5) + 1, content: String(index) }))),
  )
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set(['done', 'comments.onceOnly']))
  const { stars, content } = await listed(playId)
  await comment(key, { stars, content })
  expect((await manager.rideComments.list({ query: { playId } })).result.total).toBe(1)
})

it('only a ride that is over, was no test and is not too old is open', async () => {
  const [running] = await startHeat(venue, cashier, [{ racer: '丙' }])
  const key = resultKeyOf(server.deps, running?.playId ?? '')
  expect(await codeOf(comment(key))).toBe('comments.closed')
  expect(await codeOf(comment(resultKeyOf(server.deps, newId())))).toBe('comments.closed')
  expect(await codeOf(comment(key.slice(0, 37) + (key.endsWith('0') ? '1' : '0')))).toBe('ranking.noResult')
  const tested = await drivenRide('丁', { consumeType: 'TESTCARD', consumePayMode: undefined })
  expect(await codeOf(comment(tested.key))).toBe('comments.closed')
  const old = await drivenRide()
  await venue.inEveryStore((trx) =>
    trx
      .updateTable('run')
      .set({ endedAt: new Date(server.clock.now().getTime() - (COMMENT_DAYS + 1) * DAY) })
      .where('playId', '=', old.playId)
      .execute(),
  )
  expect(await codeOf(comment(old.key))).toBe('comments.closed')
})

it('words of the store and of its chain mark a comment and change nothing', async () => {
  await manager.commentWords.add({ body: { word: '破 烂' } })
  await hq.commentWords.add({ body: { word: 'SCAM' } })
  await (await server.signIn('manager2')).commentWords.add({ body: { word: '刺激' } })
  expect(await codeOf(manager.commentWords.add({ body: { word: '破 烂' } }))).toBe('commentWords.taken')
  const { key, playId } = await drivenRide()
  const content = '真破烂,ｓｃａｍ!很刺激'
  await comment(key, { stars: 1, content })
  expect(await listed(playId)).toMatchObject({ content, markedWords: 'SCAM,破 烂', commentState: 'waiting' })
  const plain = await drivenRide()
  await comment(plain.key, { content: '不错' })
  expect((await listed(plain.playId)).markedWords).toBe('')
})

it('up to three pictures belong to the ride that they were sent for', async () => {
  const [one, other] = [await drivenRide(), await drivenRide()]
  const first = (await sendPicture(one.key)).result.id
  const ids = [first]
  for (let sent = 1; sent <= MAX_PICTURES; sent += 1) ids.push((await sendPicture(one.key)).result.id)
  // The first has given way to the fourth.
  expect(await codeAndFieldOf(comment(one.key, { pictures: [first] }))).toBe('photos.unknown pictures')
  expect(await codeOf(comment(other.key, { pictures: ids.slice(1, 2) }))).toBe('photos.unknown')
  expect(await codeOf(comment(one.key, { pictures: ids }))).toBe('common.invalidInput')
  await comment(one.key, { pictures: ids.slice(1) })
  expect(await sendPicture(one.key)).toMatchObject({ success: false, error: { code: 'comments.onceOnly' } })
  expect(await sendPicture(other.key, Buffer.from('no picture'))).toMatchObject({ success: false })
  expect(await sendPicture(other.key, jpegOf({ bytes: 290_000 }))).toMatchObject({ success: true })
  const row = await listed(one.playId)
  expect(row.pictures).toEqual(ids.slice(1))
  const [id = ''] = row.pictures
  const image = (await manager.rideComments.picture({ query: { id: row.id, pictureId: id } })).result.image
  expect(image).toMatch(/^data:image\/jpeg;base64,/)
  const seenBy = (key: string) => guest.guestComments.picture({ query: { key, id } })
  expect((await seenBy(one.key)).result.image).toBe(image)
  expect(await codeOf(seenBy(other.key))).toBe('common.recordNotFound')
  await review(row.id, 'shown')
  expect((await seenBy(other.key)).result.image).toBe(image)
})

it('a picture that is still chosen does not give way to one that replaces another', async () => {
  const { key, playId } = await drivenRide()
  const send = async (kept: readonly string[] = []) => (await sendPicture(key, jpegOf(), kept)).result.id
  const [first, second, third] = [await send(), await send(), await send()]
  const fourth = await send([first, second])
  await comment(key, { pictures: [first, second, fourth] })
  expect((await listed(playId)).pictures).toEqual([first, second, fourth])
  const stored = (await venue.rows('guestPicture').where('sentFor', playId)).map(({ id }) => id)
  expect(stored).toHaveLength(3)
  expect(stored).not.toContain(third)
})

it('unused pictures are deleted after a day, used ones stay', async () => {
  const [used, unused] = [await drivenRide(), await drivenRide()]
  await comment(used.key, { pictures: [(await sendPicture(used.key)).result.id] })
  await sendPicture(unused.key)
  const job = server.deps.registry.jobs.get('guestPictures.forget')
  server.clock.advance(DAY + 1)
  await job?.work(server.deps, 0)
  const left = async (playId: string) => (await venue.rows('guestPicture').where('sentFor', playId)).length
  expect([await left(used.playId), await left(unused.playId)]).toEqual([1, 0])
})

it('a hidden comment needs a reason; cashiers only read, and another store sees nothing', async () => {
  const { key, playId } = await drivenRide()
  await comment(key)
  const { id } = await listed(playId)
  expect(await codeAndFieldOf(review(id, 'hidden'))).toBe('comments.needsReason reason')
  expect((await cashier.rideComments.list({ query: { playId } })).result.total).toBe(1)
  expect(await codeOf(cashier.rideComments.review({ body: { id, commentState: 'shown' } }))).toBe('auth.forbidden')
  expect(await codeOf(cashier.rideComments.reply({ body: { id, reply: 'x' } }))).toBe('auth.forbidden')
  const stranger = await server.signIn('manager2')
  expect((await stranger.rideComments.list({ query: { playId } })).result.total).toBe(0)
  expect(await codeOf(stranger.rideComments.review({ body: { id, commentState: 'shown' } }))).toBe(
    'common.recordNotFound',
  )
})

it('the figures count every comment by day, vehicle and rule, whatever the review decided', async () => {
  const figures = async (by: 'day' | 'vehicle' | 'rule') =>
    (await manager.statistics.comments({ query: { period: 'today', by } })).result
  const before = (await figures('day')).total
  const [one, other] = [await drivenRide(), await drivenRide()]
  await comment(one.key, { stars: 5 })
  await comment(other.key, { stars: 2 })
  await review((await listed(other.playId)).id, 'hidden', '测试')
  const { total } = await figures('day')
  expect(total.count).toBe(before.count + 2)
  expect(total.stars).toEqual(before.stars.map((count, at) => count + (at === 4 || at === 1 ? 1 : 0)))
  const vehicles = (await figures('vehicle')).rows
  expect(vehicles.find(({ key }) => key === one.vehicleId)).toMatchObject({ count: 1, average: 5 })
  expect(vehicles.find(({ key }) => key === other.vehicleId)).toMatchObject({ count: 1, average: 2 })
  const rules = (await figures('rule')).rows
  expect(rules.reduce((sum, { count }) => sum + count, 0)).toBe(total.count)
})

it('a member finds the own rides on the member page, and the keys of their results', async () => {
  const { id: sysDepartConsumeRoleId } = await venue.rule({ consumeType: 'BALANCE' })
  const userId = await venue.member({ balance: 100_000 })
  const ride = await drivenRide('会员', { userId, consumeType: 'BALANCE', sysDepartConsumeRoleId })
  await drivenRide('别人')
  const { client } = await memberOnPage(server, venue, userId)
  const rides = async () => (await client.memberComments.rides()).result
  expect(await rides()).toMatchObject([{ key: ride.key, stars: null }])
  await comment(ride.key, { stars: 3 })
  expect(await rides()).toMatchObject([{ key: ride.key, stars: 3 }])
  expect(await listed(ride.playId)).toMatchObject({ userId, stars: 3 })
})
