import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import type { RoleFields } from '#shared/features/promoters/promoter-roles.contract.ts'
import { drawerOf } from '#tests/support/venue/drawer.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const { recharge, refund, ledgerOf } = refundsOf({ venue, manager, cashier })
const HOUR = 3_600_000
const DAY = 24 * HOUR

let roles = 0
async function roleOf(given: Partial<RoleFields> = {}, by = manager): Promise<string> {
  const roleName = `角色${++roles}`
  await by.promoterRoles.add({ body: { roleName, sharePercent: 10, ...given } })
  return (await by.promoterRoles.list({ query: { roleName } })).result.records[0]?.id ?? ''
}
const listed = async (query: object) => {
  const [row] = (await manager.promoters.list({ query })).result.records
  if (!row) throw new Error('the promoter is not listed')
  return row
}
/** A member who is a promoter. */
async function memberPromoter(given: Partial<RoleFields> = {}) {
  const userId = await venue.member()
  await manager.promoters.add({ body: { userId, roleId: await roleOf(given) } })
  return { ...(await listed({ userId })), member: userId }
}
const bind = (userId: string, code: string, { key = newId(), by = cashier } = {}) =>
  by.promotedMembers.bind({ key, body: { userId, code } })
/** A new member whom a promoter referred. */
async function referred(code: string): Promise<string> {
  const userId = await venue.member()
  await bind(userId, code)
  return userId
}
const runJob = () => server.deps.registry.jobs.get('commissions.post')?.work(server.deps, 0)
/** Moves what has happened so many days back, so that the time for refunds is over; sessions would end if the clock went on. */
const backdate = (days: number) =>
  withClient(server.database.ownerUrl, async (owner) => {
    for (const [table, column] of [
      ['recharge_order', 'paid_at'],
      ['member', 'created_at'],
      ['promoted_member', 'bound_at'],
    ])
      await owner.query(`update ${table} set ${column} = ${column} - make_interval(days => $1)`, [days])
  })
/** Lets the time for refunds pass, and gives the commissions. */
async function afterWaiting(days = 8) {
  await backdate(days)
  await runJob()
}
const walletOf = async (member: string, wallet: string) => (await venue.wallets(member))[wallet]?.value ?? 0
/** Paid value, share, deducted and back of the commissions of a promoter, the lowest paid first: a job gives them at the same time. */
const commissionsOf = async (promoterId: string) =>
  (await manager.commissions.list({ query: { promoterId } })).result.records
    .toSorted((one, other) => one.paidValue - other.paidValue || one.share - other.share)
    .map(({ paidValue, share, deducted, back }) => [paidValue, share, deducted, back])

describe('a new member', () => {
  it('is bound once, of ten calls at once, and never again to another promoter', async () => {
    const promoters = await Promise.all([memberPromoter(), memberPromoter()])
    const userId = await venue.member()
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => codeOf(bind(userId, promoters[index % 2]?.promoterCode ?? ''))),
    )
    expect(new Set(codes)).toEqual(new Set(['done', 'promoters.boundBefore']))
    const rows = await venue.rows('promotedMember').where('memberId', userId)
    expect(rows).toHaveLength(1)
    const other = promoters.find(({ id }) => id !== rows[0]?.promoterId)
    expect(await codeAndFieldOf(bind(userId, other?.promoterCode ?? ''))).toBe('promoters.boundBefore userId')
  })

  it('is bound by the code in the registration, once under its key, and not registered with an unknown one', async () => {
    const promoter = await memberPromoter()
    const elsewhere = await server.signIn('manager2')
    const phone = '13966660001'
    const register = (promoterCode: string, { key = newId(), by = cashier } = {}) =>
      by.memberRecords.add({ key, body: { phone, realname: '新客', promoterCode } })
    expect(await codeAndFieldOf(register('NOWHERE'))).toBe('promoters.codeUnknown promoterCode')
    expect(await codeAndFieldOf(register(promoter.promoterCode, { by: elsewhere }))).toBe(
      'promoters.codeUnknown promoterCode',
    )
    expect(await venue.rows('member').where('phone', phone)).toEqual([])
    const key = newId()
    const address = `https://pitlane.example/m/A01A01#/invited/${promoter.promoterCode.toLowerCase()}`
    const [one, again] = await Promise.all([register(address, { key }), register(address, { key })])
    expect(again.result).toEqual(one.result)
    expect(await venue.rows('promotedMember').where('memberId', one.result.id)).toMatchObject([
      { promoterId: promoter.id, boundBy: cashier.user.realname },
    ])
    const other = await memberPromoter()
    expect(await codeOf(bind(one.result.id, other.promoterCode))).toBe('promoters.boundBefore')
    const { result } = await manager.logs.history({
      query: { kind: '/membermanage/sysMemberManage', id: one.result.id },
    })
    expect(JSON.stringify(result)).toContain(promoter.id)
  })

  it('is not registered by a user who may add members, but binds none', async () => {
    const { promoterCode } = await memberPromoter()
    const people = peopleOf(server)
    const selectedroles = await people.addRole(hq, ['member:add'])
    const { username } = await people.add(hq, { selectedroles, selecteddeparts: demoStores.A01A01.id })
    const by = await people.signInAs(username)
    const register = (phone: string, given = {}) =>
      codeOf(by.memberRecords.add({ key: newId(), body: { phone, realname: '新客', ...given } }))
    expect(await register('13966660002', { promoterCode })).toBe('auth.forbidden')
    expect(await venue.rows('member').where('phone', '13966660002')).toEqual([])
    expect(await register('13966660003')).toBe('done')
  })

  it('is bound within a day of the registration only, by a code of the store in any case', async () => {
    const { promoterCode } = await memberPromoter()
    const earlier = (ms: number) => new Date(server.clock.now().getTime() - ms)
    const late = await venue.member({ createdAt: earlier(DAY + HOUR) })
    expect(await codeAndFieldOf(bind(late, promoterCode))).toBe('promoters.tooLate userId')
    const fresh = await venue.member({ createdAt: earlier(DAY - HOUR) })
    expect(await codeAndFieldOf(bind(fresh, 'NOSUCH'))).toBe('promoters.codeUnknown code')
    await bind(fresh, `https://kart.example/m/A01A01#/invited/${promoterCode.toLowerCase()}`)
  })

  it('is never the promoter: by number, by a merged number, or by the phone of a user', async () => {
    const own = await memberPromoter()
    expect(await codeAndFieldOf(bind(own.member, own.promoterCode))).toBe('promoters.oneself code')
    await manager.promoters.add({ body: { accountId: demoUsers.cashier.id, roleId: await roleOf() } })
    const { promoterCode } = await listed({ accountId: demoUsers.cashier.id })
    const phone = '13700001234'
    await venue.inEveryStore((trx) =>
      trx.updateTable('userAccount').set({ phone }).where('id', '=', demoUsers.cashier.id).execute(),
    )
    expect(await codeOf(bind(await venue.member({ phone }), promoterCode))).toBe('promoters.oneself')
  })

  it('is referred by nobody who was switched off', async () => {
    const { id, promoterCode } = await memberPromoter()
    await manager.promoters.edit({ body: { id, isActive: 'NO' } })
    expect(await codeOf(bind(await venue.member(), promoterCode))).toBe('promoters.codeUnknown')
  })
})

it('is added by headquarters to the store that it names, with a role of that store', async () => {
  const roleId = await roleOf()
  const userId = await venue.member()
  const add = (sysOrgCode?: string) => hq.promoters.add({ body: { userId, roleId, ...(sysOrgCode && { sysOrgCode }) } })
  expect(await codeAndFieldOf(add())).toBe('rules.chooseStore sysOrgCode')
  expect(await codeAndFieldOf(add('A01A02'))).toBe('promoters.roleUnknown roleId')
  await add('A01A01')
  expect(await listed({ userId })).toMatchObject({ sysOrgCode: 'A01A01' })
  const elsewhere = { userId: await venue.member(), roleId, sysOrgCode: 'A01A02' }
  expect(await codeAndFieldOf(manager.promoters.add({ body: elsewhere }))).toBe('rules.chooseStore sysOrgCode')
})

describe('a commission', () => {
  it('is a share of what was paid, after the time for refunds, once however often the job runs', async () => {
    const { id, promoterCode, member } = await memberPromoter({ sharePercent: 12.5, recharges: 'all' })
    const userId = await referred(promoterCode)
    const order = await recharge(userId, { price: 33_333, recharge: 33_333 })
    await afterWaiting(6)
    expect(await walletOf(member, 'give')).toBe(0)
    await afterWaiting(2)
    await Promise.all([runJob(), runJob(), runJob()])
    // 12.5 % of 333.33 is 41.66, rounded down.
    expect(await walletOf(member, 'give')).toBe(4166)
    expect(await commissionsOf(id)).toEqual([[333.33, 41.66, 0, 0]])
    const [row] = await venue.rows('commission').where('orderId', order)
    expect(await ledgerOf(String(row?.id))).toEqual(['give 4166'])
    expect(
      await listed({ promoterName: (await listed({ userId: member })).promoterName, userId: member }),
    ).toMatchObject({
      brought: 1,
      paidValue: 333.33,
      commissionMoney: 41.66,
      commissionPoints: 0,
    })
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('counts the first recharge or all of them, within the days of the role', async () => {
    const first = await memberPromoter({ recharges: 'first' })
    const all = await memberPromoter({ recharges: 'all', withinDays: 3, shareMode: 'fixed', shareAmount: 5 })
    for (const { promoterCode } of [first, all]) {
      const userId = await referred(promoterCode)
      await recharge(userId, { price: 10_000, recharge: 10_000 })
      await recharge(userId, { price: 20_000, recharge: 20_000 })
      await backdate(4)
      await recharge(userId, { price: 40_000, recharge: 40_000 })
    }
    await afterWaiting()
    expect(await commissionsOf(first.id)).toEqual([[100, 10, 0, 0]])
    expect(await commissionsOf(all.id)).toEqual([
      [100, 5, 0, 0],
      [200, 5, 0, 0],
    ])
  })

  it('is points where the role says so', async () => {
    const { promoterCode, member } = await memberPromoter({ shareUnit: 'integral', sharePercent: 50 })
    await recharge(await referred(promoterCode), { price: 10_150, recharge: 10_150 })
    await afterWaiting()
    expect([await walletOf(member, 'integral'), await walletOf(member, 'give')]).toEqual([50, 0])
  })

  it('leaves out what is refunded in time, and later refunds are deducted from the next ones', async () => {
    const { id, promoterCode, member } = await memberPromoter({ recharges: 'all', withinDays: 365 })
    const userId = await referred(promoterCode)
    const order = await recharge(userId, {
      price: 10_000,
      recharge: 10_000,
      give: 0,
      integral: 0,
      frequency: 0,
      laps: 0,
    })
    await refund('recharge', order, { amount: 40 })
    await afterWaiting()
    expect(await commissionsOf(id)).toEqual([[60, 6, 0, 0]])
    expect(await walletOf(member, 'give')).toBe(600)
    await refund('recharge', order, { amount: 30 })
    await runJob()
    expect(await commissionsOf(id)).toEqual([[60, 6, 0, 3]])
    await recharge(userId, { price: 2000, recharge: 2000 })
    await recharge(userId, { price: 5000, recharge: 5000 })
    await afterWaiting()
    // 2.00 of 20.00 and 1.00 of 5.00 make up for the 3.00.
    expect(await commissionsOf(id)).toEqual([
      [20, 2, 2, 0],
      [50, 5, 1, 0],
      [60, 6, 0, 3],
    ])
    expect(await walletOf(member, 'give')).toBe(600 + 400)
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('keeps the terms that held when the member was bound', async () => {
    const promoter = await memberPromoter()
    const userId = await referred(promoter.promoterCode)
    await manager.promoterRoles.edit({ body: { id: promoter.roleId, sharePercent: 90 } })
    await recharge(userId, { price: 10_000, recharge: 10_000 })
    await afterWaiting()
    expect(await commissionsOf(promoter.id)).toEqual([[100, 10, 0, 0]])
    const later = await referred(promoter.promoterCode)
    await recharge(later, { price: 10_000, recharge: 10_000 })
    await afterWaiting()
    expect((await commissionsOf(promoter.id)).at(-1)).toEqual([100, 90, 0, 0])
  })
})

describe('a user as a promoter', () => {
  /** A user who is owed 20.00. */
  async function owedUser(accountId: string) {
    const known = (await manager.promoters.list({ query: { accountId } })).result.records[0]
    if (!known) await manager.promoters.add({ body: { accountId, roleId: await roleOf() } })
    const { id, promoterCode } = await listed({ accountId })
    await recharge(await referred(promoterCode), { price: 20_000, recharge: 20_000 })
    await afterWaiting()
    return id
  }
  const request = (promoterId: string, amount: number, by = hq) =>
    by.promoterPayouts.request({ key: newId(), body: { promoterId, amount } })
  const requested = async (promoterId: string) =>
    (await manager.promoterPayouts.list({ query: { promoterId, payoutState: 'requested' } })).result.records[0]?.id ??
    ''
  const transfer = (id: string, { by = manager, key = newId() } = {}) =>
    by.promoterPayouts.pay({ key, body: { id, payoutMode: 'transfer', transferNo: 'T1' } })

  it('is owed money, of which requests take no more than there is, also at once', async () => {
    const id = await owedUser(demoUsers.coach.id)
    const { owed } = await listed({ accountId: demoUsers.coach.id })
    expect(owed).toBe(20)
    expect(await codeAndFieldOf(request(id, 20.01))).toBe('payouts.notOwed amount')
    const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(request(id, 15))))
    expect(codes.toSorted()).toEqual(['done', 'payouts.notOwed', 'payouts.notOwed', 'payouts.notOwed'])
    await manager.promoterPayouts.reject({ key: newId(), body: { id: await requested(id), reason: '先核对' } })
    expect((await listed({ accountId: demoUsers.coach.id })).owed).toBe(20)
  })

  it('is paid by a second person, once', async () => {
    const id = await owedUser(demoUsers.manager.id)
    await request(id, 5, hq)
    const payout = await requested(id)
    expect(await codeOf(transfer(payout, { by: hq }))).toBe('payouts.secondPerson')
    // The promoter approves nothing of the own.
    expect(await codeOf(transfer(payout))).toBe('payouts.secondPerson')
    expect(await codeOf(transfer(payout, { by: cashier }))).toBe('auth.forbidden')
    const admin = await server.signIn('admin')
    const key = newId()
    const codes = await Promise.all([
      codeOf(transfer(payout, { by: admin, key })),
      codeOf(transfer(payout, { by: admin, key })),
      codeOf(transfer(payout, { by: admin })),
    ])
    expect(codes.filter((code) => code === 'done').length).toBeGreaterThanOrEqual(1)
    expect(await codeOf(transfer(payout, { by: admin }))).toBe('payouts.decided')
    expect(await venue.rows('promoterPayout').where('id', payout)).toMatchObject([{ state: 'paid', transferNo: 'T1' }])
    expect((await listed({ accountId: demoUsers.manager.id })).paidOut).toBe(5)
  })

  it('is not paid what a refund has just made unearned', async () => {
    const accountId = demoUsers.cashier2.id
    const id = await owedUser(accountId)
    await request(id, 20)
    const [order] = await venue.rows('commission').where('promoterId', id)
    await refund('recharge', String(order?.orderId))
    expect(await codeAndFieldOf(transfer(await requested(id)))).toBe('payouts.notOwed id')
    expect(await codeAndFieldOf(request(id, 1))).toBe('payouts.notOwed amount')
  })

  it('gets cash from a drawer, whose shift has it as a movement', async () => {
    const drawer = await drawerOf(server, manager, cashier)
    const shift = await drawer.open()
    const id = await owedUser(demoUsers.coach.id)
    await request(id, 12)
    const payout = await requested(id)
    const pay = { id: payout, payoutMode: 'cash', shiftId: shift.id } as const
    await manager.promoterPayouts.pay({ key: newId(), body: pay })
    expect(await ledgerOf(payout)).toEqual(['cash -1200'])
    expect(await venue.rows('shiftEntry').where('id', payout)).toMatchObject([
      { shiftId: shift.id, kind: 'cashOut', amount: 1200 },
    ])
    expect(await codeOf(manager.promoterPayouts.pay({ key: newId(), body: pay }))).toBe('payouts.decided')
    const differences = await venue.inEveryStore(findDifferences)
    expect(JSON.stringify(differences)).not.toContain(payout)
  })
})

describe('a role', () => {
  it('of a chain is for the stores that editdepart names', async () => {
    const id = await roleOf({}, hq)
    const userId = await venue.member()
    expect(await codeAndFieldOf(manager.promoters.add({ body: { userId, roleId: id } }))).toBe(
      'promoters.roleUnknown roleId',
    )
    const raw = await server.request('/api/tuiguangrole/sysTuiguangRole/editdepart', {
      method: 'PUT',
      token: hq.token,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, departIds: `${demoStores.A01A01.id},` }),
    })
    expect(await raw.json()).toMatchObject({ success: true })
    expect((await hq.promoterRoles.queryById({ query: { id } })).result.departIds).toBe(demoStores.A01A01.id)
    await manager.promoters.add({ body: { userId, roleId: id } })
    const elsewhere = await server.signIn('manager2')
    expect((await elsewhere.promoters.roles({ query: {} })).result.map((role) => role.id)).not.toContain(id)
    expect(await codeOf(hq.promoterRoles.delete({ query: { id } }))).toBe('promoterRoles.inUse')
    expect(await codeAndFieldOf(hq.promoterRoles.editDepart({ body: { id, departIds: newId() } }))).toBe(
      'common.recordNotFound departIds',
    )
  })

  it('needs a share, whole points, and no points for users', async () => {
    expect(await codeAndFieldOf(roleOf({ sharePercent: 0 }))).toBe('promoterRoles.share sharePercent')
    const points = { shareMode: 'fixed', shareUnit: 'integral', shareAmount: 1.5 } as const
    expect(await codeAndFieldOf(roleOf(points))).toBe('promoterRoles.wholePoints shareAmount')
    const roleId = await roleOf({ ...points, shareAmount: 2 })
    const user = { accountId: demoUsers.partner.id, roleId }
    expect(await codeAndFieldOf(manager.promoters.add({ body: user }))).toBe('promoters.pointsForUser roleId')
    const money = await roleOf()
    await manager.promoters.add({ body: { ...user, roleId: money } })
    expect(await codeAndFieldOf(manager.promoterRoles.edit({ body: { id: money, shareUnit: 'integral' } }))).toBe(
      'promoters.pointsForUser shareUnit',
    )
  })
})

it('the report has what each promoter referred in the days', async () => {
  const { id, promoterCode } = await memberPromoter()
  await recharge(await referred(promoterCode), { price: 10_000, recharge: 10_000 })
  await afterWaiting()
  const { rows } = (await manager.promoters.report({ query: { period: 'days30' } })).result
  expect(rows.find(({ promoterId }) => promoterId === id)).toMatchObject({
    brought: 1,
    paidValue: 100,
    commissionMoney: 10,
    paidOut: 0,
  })
  // The commission was given today, and the member was referred before.
  const today = (await manager.promoters.report({ query: { period: 'today' } })).result.rows
  expect(today.find(({ promoterId }) => promoterId === id)).toMatchObject({ brought: 0, commissionMoney: 10 })
})
