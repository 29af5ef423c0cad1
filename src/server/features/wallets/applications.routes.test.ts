import { describe, expect, it } from 'vitest'
import { demoUsers } from '#server/db/seed/access.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, seen } from '#tests/support/venue/venue.ts'

const { server, venue, manager, hq, cashier } = await testVenue(['manager', 'hq', 'cashier'])

/** Creates an application; returns its id. */
async function ask(userId: string, given: object = { give: 5 }, by = cashier): Promise<string> {
  const key = newId()
  await by.applications.add({ body: { userId, ...given }, key })
  return key
}

const approve = (id: string, by = manager, key = newId()) => by.applications.approve({ body: { id }, key })
const reject = (id: string, reject: string, by = manager) =>
  by.applications.reject({ body: { id, reject }, key: newId() })
const listed = async (query: object, by = manager) => (await by.applications.list({ query })).result.records
const ledgerOf = (id: string) => venue.rows('ledgerLine').where('causeId', id)

describe('an application', () => {
  it('is pending, and credited once when another user approves it', async () => {
    const member = await venue.member({ phone: '13711112222', realname: '林冲' })
    const id = await ask(member, {
      give: 12.5,
      integral: 30,
      frequency: 2,
      projectType: 'kart',
      laps: 4,
      remark: '生日',
    })
    expect(await listed({ userId: member })).toMatchObject([
      {
        id,
        applyState: '0',
        applyState_dictText: '待审核',
        give: 12.5,
        applicantName: cashier.user.realname,
        userTruename: '林冲',
        userPhone: '13711112222',
        remark: '生日',
      },
    ])
    const key = newId()
    await Promise.all([approve(id, manager, key), approve(id, manager, key)])
    expect(await seen(manager, member)).toMatchObject({ give: 12.5, integral: 30, laps: 4, balance: 0 })
    const rows = await ledgerOf(id)
    expect(rows).toHaveLength(4)
    expect(rows.every(({ causeKind, operatorId }) => causeKind === 'adjust' && operatorId === manager.user.id)).toBe(
      true,
    )
    const { result } = await cashier.applications.mine({ query: { userId: member } })
    expect(result.records).toMatchObject([
      { applyState: '1', reviewerName: manager.user.realname, userPhone: '137****2222' },
    ])
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('is decided by one of two concurrent managers, and the other learns by whom', async () => {
    const member = await venue.member()
    const id = await ask(member)
    const both = await Promise.allSettled([approve(id, manager), reject(id, '超出额度', hq)])
    const won = both.findIndex(({ status }) => status === 'fulfilled')
    expect(both[1 - won]).toMatchObject({
      status: 'rejected',
      reason: {
        code: won === 0 ? 'apply.approvedBefore' : 'apply.rejectedBefore',
        details: { by: (won === 0 ? manager : hq).user.realname },
      },
    })
    expect(await ledgerOf(id)).toHaveLength(won === 0 ? 1 : 0)
    await expect(approve(id, hq)).rejects.toMatchObject({ code: expect.stringMatching(/^apply\..*Before$/) })
  })

  it('is never decided by its applicant, in any session or through a deputy', async () => {
    const member = await venue.member()
    const id = await ask(member, { give: 5 }, manager)
    const again = await server.signIn('manager', STORE)
    await expect(approve(id, again)).rejects.toMatchObject({ code: 'apply.own' })
    await expect(reject(id, '不', again)).rejects.toMatchObject({ code: 'apply.own' })
    await hq.deputies.add({ body: { userName: 'manager', agentUserName: 'hq', status: '1' } })
    await expect(approve(id, hq)).rejects.toMatchObject({ code: 'apply.ofDeputy' })
    await venue.inEveryStore((trx) => trx.deleteFrom('userDeputy').where('userId', '=', demoUsers.manager.id).execute())
    await approve(id, hq)
    expect(await seen(manager, member)).toMatchObject({ give: 5 })
  })

  it('notifies the applicant of the decision and reason', async () => {
    const member = await venue.member()
    const id = await ask(member)
    await expect(reject(id, ' ')).rejects.toMatchObject({ code: 'common.invalidInput', details: { field: 'reject' } })
    await reject(id, '请先充值<img src=x onerror=alert(1)>')
    const { result } = await cashier.announcements.listByUser({})
    expect(result.sysMsgList[0]).toMatchObject({ titile: expect.stringContaining(member) })
    expect(result.sysMsgList[0]?.msgContent).toContain('请先充值')
    expect(result.sysMsgList[0]?.msgContent).not.toContain('onerror')
    expect(await listed({ applyState: '2', userId: member })).toHaveLength(1)
    expect(await seen(manager, member)).toMatchObject({ give: 0 })
  })

  it('requests limited amounts, for a member of own stores', async () => {
    const member = await venue.member()
    const foreign = await venue.member({ orgCode: 'A01A02' })
    for (const given of [{}, { give: 0 }, { give: -1 }, { laps: -1 }, { integral: 1_000_001 }, { give: 0.001 }]) {
      await expect(ask(member, given), JSON.stringify(given)).rejects.toMatchObject({ code: 'common.invalidInput' })
    }
    await expect(ask(foreign)).rejects.toMatchObject({ code: 'members.notFound', details: { field: 'userId' } })
    expect(await listed({ userId: member })).toEqual([])
  })

  it('is visible to and decided by users with the permission, within their stores', async () => {
    const id = await ask(await venue.member())
    const stranger = await server.signIn('manager2')
    await expect(approve(id, cashier)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(cashier.applications.list({ query: {} })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(approve(id, stranger)).rejects.toMatchObject({ code: 'common.recordNotFound' })
    expect(await listed({}, stranger)).toEqual([])
    const { result } = await hq.applications.mine({ query: {} })
    expect(result.records).toEqual([])
    await reject(id, '不合规定')
  })

  it('is credited to the remaining member after a merge', async () => {
    const [source, target] = [await venue.member(), await venue.member()]
    const id = await ask(source, { integral: 9 })
    await manager.memberMerge.merge({ body: { sourceId: source, targetId: target, reason: '重复' }, key: newId() })
    await approve(id)
    expect(await seen(manager, target)).toMatchObject({ integral: 9 })
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })
})
