import { describe, expect, it } from 'vitest'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const manager2 = await server.signIn('manager2')
const coach = await server.signIn('coach')

const DAY = 24 * 3_600_000
const wire = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Releases a message to one user by name, and returns its title. */
async function sendTo(client: TestClient, userId: string, titile: string): Promise<string> {
  const body = {
    titile,
    msgContent: 'x',
    msgType: 'USER',
    msgCategory: '2',
    priority: 'M',
    userIds: `${userId},`,
  } as const
  await client.announcements.add({ body })
  const { result } = await client.announcements.list({ query: { titile } })
  await client.announcements.release({ query: { id: result.records[0]?.id ?? '' } })
  return titile
}
const titlesOf = async ({ announcementSends }: TestClient, readFlag?: '0' | '1') =>
  (await announcementSends.mine({ query: { pageSize: 100, titile: 'mail:', readFlag } })).result.records.map(
    ({ titile }) => titile,
  )

describe('a deputy', () => {
  it('receives the messages of the user during the time, as the user does, and loses access afterwards', async () => {
    const before = await sendTo(hq, cashier.user.id, 'mail: before')
    server.clock.advance(DAY)
    const now = server.clock.now().getTime()
    const time = { startTime: wire(now), endTime: wire(now + 2 * DAY) }
    await cashier.deputies.add({ body: { userName: 'cashier', agentUserName: 'coach', ...time } })
    server.clock.advance(DAY)
    const during = await sendTo(hq, cashier.user.id, 'mail: during')
    expect(await titlesOf(coach)).toEqual([during])
    expect(await titlesOf(cashier)).toEqual([during, before])

    // Each has an own read state, and reading does not make the deputy a receiver.
    await coach.announcementSends.readAll({})
    expect(await titlesOf(coach, '0')).toEqual([])
    expect(await titlesOf(cashier, '0')).toEqual([during, before])
    const { result } = await hq.announcements.list({ query: { titile: during } })
    expect(result.records[0]?.userIds).toBe(`${cashier.user.id},`)

    // After the time the deputy sees neither it nor later messages.
    server.clock.advance(2 * DAY)
    await sendTo(hq, cashier.user.id, 'mail: after')
    expect(await titlesOf(coach)).toEqual([])
    expect(await titlesOf(cashier)).toEqual(['mail: after', during, before])
    expect(coach.user.rolesname).toBe((await server.signIn('coach')).user.rolesname)
  })

  it('receives nothing while the entry is switched off, and nothing by a chain of deputies', async () => {
    const { result } = await cashier.deputies.queryByUserName({ query: { userName: 'cashier' } })
    server.clock.advance(DAY)
    const open = { startTime: wire(server.clock.now().getTime()), endTime: '' }
    await cashier.deputies.edit({ body: { id: result.id, ...open, status: '0' } })
    server.clock.advance(DAY)
    await sendTo(hq, cashier.user.id, 'mail: switched off')
    expect(await titlesOf(coach)).toEqual([])
    await cashier.deputies.edit({ body: { id: result.id, status: '1' } })
    expect(await titlesOf(coach)).toEqual(['mail: switched off'])
    await manager.deputies.add({ body: { userName: 'manager', agentUserName: 'cashier' } })
    await sendTo(hq, manager.user.id, 'mail: for the manager')
    expect(await titlesOf(cashier)).toContain('mail: for the manager')
    expect(await titlesOf(coach)).not.toContain('mail: for the manager')
  })

  it('is set by the user, or by users who may change that user', async () => {
    const { id } = (await cashier.deputies.queryByUserName({ query: { userName: 'cashier' } })).result
    const other = { userName: 'coach', agentUserName: 'cashier' }
    expect(await codeOf(cashier.deputies.add({ body: other }))).toBe('auth.forbidden')
    expect(await codeOf(coach.deputies.edit({ body: { id, status: '0' } }))).toBe('auth.forbidden')
    expect(await codeOf(coach.deputies.queryByUserName({ query: { userName: 'cashier' } }))).toBe('auth.forbidden')
    expect(await codeOf(manager.deputies.add({ body: { ...other, userName: 'hq' } }))).not.toBe('done')
    // Another store's manager sees neither.
    expect(await codeOf(manager2.deputies.add({ body: other }))).toBe('deputies.unknownPerson')
    expect(await codeOf(manager2.deputies.edit({ body: { id, status: '0' } }))).toBe('common.recordNotFound')
    expect(await codeOf(manager2.deputies.queryByUserName({ query: { userName: 'cashier' } }))).toBe(
      'deputies.unknownPerson',
    )
    await manager.deputies.add({ body: other })
    expect((await manager.deputies.queryByUserName({ query: { userName: 'coach' } })).result).toMatchObject(other)
  })

  it('is one per user, is another user, and has a time whose end is after its beginning', async () => {
    const mine = { userName: 'hq', agentUserName: 'manager' }
    const many = await Promise.all(Array.from({ length: 8 }, () => codeOf(hq.deputies.add({ body: mine }))))
    expect(many.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'deputies.exists'), 'done'])
    const { id } = (await hq.deputies.queryByUserName({ query: { userName: 'hq' } })).result
    expect(await codeOf(hq.deputies.edit({ body: { id, agentUserName: 'hq' } }))).toBe('deputies.oneself')
    expect(await codeOf(hq.deputies.edit({ body: { id, agentUserName: 'nobody' } }))).toBe('deputies.unknownPerson')
    const backwards = { startTime: '2026-02-01', endTime: '2026-01-01' }
    expect(await codeOf(hq.deputies.edit({ body: { id, ...backwards } }))).toBe('deputies.period')
    await hq.deputies.edit({ body: { id, startTime: '2026-02-01', endTime: '2026-02-01' } })
    expect((await hq.deputies.queryByUserName({ query: { userName: 'hq' } })).result).toMatchObject({
      ...mine,
      startTime: '2026-02-01 00:00:00',
      endTime: '2026-02-01 23:59:59',
    })
  })
})
