import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { cash, type Drawer, drawerOf } from '#tests/support/venue/drawer.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager, hq, cashier } = await testVenue(['manager', 'hq', 'cashier'])

let here: Drawer['here']
let open: Drawer['open']
let close: Drawer['close']
let sell: Drawer['sell']

beforeEach(async () => {
  ;({ here, open, close, sell } = await drawerOf(server, manager, cashier))
})

const listed = async (id: string) => (await manager.shifts.queryById({ query: { id } })).result

describe('the drawer', () => {
  it('is opened manually only with the permission and a reason in the audit trail', async () => {
    const id = newId()
    await expect(cashier.shifts.openDrawer({ key: id, body: { id, reason: '换零钱' } })).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
    await expect(manager.shifts.openDrawer({ key: id, body: { id, reason: ' ' } })).rejects.toMatchObject({
      details: { field: 'reason' },
    })
    await manager.shifts.openDrawer({ key: id, body: { id, reason: '换零钱' } })
    const trail = await venue.rows('auditEntry').where('recordId', id)
    expect(trail).toHaveLength(1)
    expect(JSON.stringify(trail)).toContain('换零钱')
  })

  it('is counted blind: no call shows the expected cash to the user who counts', async () => {
    const shift = await open()
    await sell(cash(7_654_321))
    const secrets = /76543\.21|77043\.21|7654321|7704321/
    const asked = [
      here.shifts.current(),
      here.shifts.list({ query: {} }),
      here.shifts.queryById({ query: { id: shift.id } }),
      here.shifts.report({ query: { id: shift.id } }),
      here.shifts.printReport({ body: { id: shift.id } }),
      here.shifts.move({ body: { id: shift.id, kind: 'cashIn', amount: 1, reason: '零钱' }, key: newId() }),
      here.shifts.forceClose({ body: { id: shift.id, counted: 1, remark: '看看' }, key: newId() }),
      here.shifts.close({ body: { id: shift.id, counted: -1 }, key: newId() }),
      here.shifts.handover({ body: { id: shift.id, counted: 1, cashierId: newId() }, key: newId() }),
    ]
    const answers = await Promise.allSettled(asked)
    for (const answer of answers) {
      const text = answer.status === 'fulfilled' ? JSON.stringify(answer.value) : JSON.stringify(answer.reason)
      expect(text).not.toMatch(secrets)
    }
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const path of ['exportXls', `reportXls?id=${shift.id}`]) {
      const response = await server.request(`/api/shift/sysShift/${path}`, { token: cashier.token })
      expect(await response.json()).toMatchObject({ success: false, code: 510 })
    }
    await close(shift.id, 1)

    // A manager cannot see the interim report of the own drawer, but that of another.
    const own = await open(manager, { floatAmount: 0 })
    await expect(manager.shifts.report({ query: { id: own.id } })).rejects.toMatchObject({ code: 'shifts.countFirst' })
    await expect(manager.shifts.printReport({ body: { id: own.id } })).rejects.toMatchObject({
      code: 'shifts.countFirst',
    })
    expect((await manager.shifts.list({ query: { id: own.id } })).result.records[0]?.expectedAmount).toBeNull()
    expect((await hq.shifts.report({ query: { id: own.id } })).result).toMatchObject({ kind: 'X', totals: { cash: 0 } })
    await close(own.id, 0, manager)
  })

  it('is closed by its cashier, or by a manager with a reason, and by no user of another store', async () => {
    const { id } = await open()
    const [other, stranger] = [await server.signIn('cashier2'), await server.signIn('manager2')]
    for (const one of [other, stranger]) {
      const code = one === other ? 'shifts.notYours' : 'common.recordNotFound'
      await expect(close(id, 1, one)).rejects.toMatchObject({ code })
      const move = { id, kind: 'cashOut' as const, amount: 1, reason: '午饭' }
      await expect(one.shifts.move({ body: move, key: newId() })).rejects.toMatchObject({ code })
    }
    const forced = { id, counted: 480, remark: '忘记交班' }
    await expect(stranger.shifts.forceClose({ body: forced, key: newId() })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    await expect(stranger.shifts.report({ query: { id } })).rejects.toMatchObject({ code: 'common.recordNotFound' })
    await expect(manager.shifts.forceClose({ body: { ...forced, remark: ' ' }, key: newId() })).rejects.toMatchObject({
      code: 'common.invalidInput',
      details: { field: 'remark' },
    })
    expect((await manager.shifts.forceClose({ body: forced, key: newId() })).result.differenceAmount).toBe(-20)
    expect(await listed(id)).toMatchObject({ closeBy: '陈店长', remark: '忘记交班' })
    const late = here.shifts.move({ body: { id, kind: 'cashIn', amount: 1, reason: '零钱' }, key: newId() })
    await expect(late).rejects.toMatchObject({ code: 'shifts.notOpen' })
  })

  it('takes cash without a shift unless the store requires one', async () => {
    expect(await sell(cash(100))).toHaveLength(1)
    await manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift: 'YES' } })
    await expect(sell(cash(100))).rejects.toMatchObject({ code: 'shifts.required' })
    expect(await sell([{ account: 'scan', delta: 100 }])).toHaveLength(1)
    const { id } = await open()
    expect(await sell(cash(100))).toHaveLength(1)
    await close(id, 501)
    await expect(sell(cash(100))).rejects.toMatchObject({ code: 'shifts.required' })
    await manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift: 'NO' } })
  })

  it('cannot be changed afterwards by any statement', async () => {
    const { id } = await open()
    await close(id, 1)
    const change = (set: string) =>
      venue.inEveryStore((trx) => sql`update shift set ${sql.raw(set)} where id = ${id}`.execute(trx))
    await expect(change('counted = 500')).rejects.toMatchObject({ code: '23000' })
    await expect(change('closed_at = null')).rejects.toMatchObject({ code: '23000' })
  })
})
