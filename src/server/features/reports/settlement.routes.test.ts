import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { HOME } from '#tests/support/visitors.ts'
import { clearedDays } from './settlement.repository.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const { charge, refund } = refundsOf({ venue, manager, cashier })

const switchTo = (sharedCards: 'YES' | 'NO', orgCode = 'A01') =>
  hq.chainSettings.edit({ body: { orgCode, sharedCards } })

beforeAll(() => switchTo('YES'))

describe('the setting of a chain', () => {
  it('is changed by headquarters, in their chains, and stands in the trail', async () => {
    await switchTo('NO')
    expect((await hq.chainSettings.list({})).result).toMatchObject([{ orgCode: 'A01', sharedCards: 'NO', stores: 2 }])
    await switchTo('YES')
    const trail = await venue.rows('auditEntry').where('action', '/sys/sysChainSetting/edit')
    expect(trail).toContainEqual(
      expect.objectContaining({ before: { sharedCards: 'NO' }, after: { sharedCards: 'YES' } }),
    )
    expect(await codeAndFieldOf(switchTo('YES', STORE))).toBe('common.recordNotFound orgCode')
    expect(await codeAndFieldOf(switchTo('YES', 'Z01'))).toBe('common.recordNotFound orgCode')
    expect(await codeOf(manager.chainSettings.edit({ body: { orgCode: 'A01', sharedCards: 'NO' } }))).toBe(
      'auth.forbidden',
    )
  })
})

describe('the settlement between stores', () => {
  it('is for headquarters only', async () => {
    expect(await codeOf(manager.settlement.query({ query: {} }))).toBe('auth.forbidden')
    expect(await codeOf(cashier.settlement.query({ query: {} }))).toBe('auth.forbidden')
  })

  it('adds up with the ledgers of both stores, by pair and day, with refunds deducted', async () => {
    const visitor = await venue.member({ orgCode: HOME, balance: 5000, give: 9000, integral: 40 })
    const first = await charge({ price: 6000 }, { userId: visitor })
    await charge({ consumeType: 'INTEGRAL', integral: 15, price: 0 }, { userId: visitor })
    server.clock.advance(86_400_000)
    const [later, at] = [await server.signIn('manager', STORE), await server.signIn('cashier')]
    await refund('consume', first, { amount: 12, by: later })
    const { id: ruleId } = await venue.rule({ orgCode: HOME, price: 700 })
    const { id: vehicleId } = await venue.vehicle({ orgCode: HOME })
    const own = await venue.member({ balance: 5000 })
    const there = await server.signIn('manager2', HOME)
    const ride = {
      consumeType: 'BALANCE',
      consumeVehicleMode: 'circlemode',
      sysDepartConsumeRoleId: ruleId,
      vehicleId,
    } as const
    await there.consume.add({ key: newId(), body: { ...ride, userId: own, racer: '车手' } })
    expect(await codeOf(at.settlement.query({ query: {} }))).toBe('auth.forbidden')

    const head = await server.signIn('hq')
    const days = server.clock.now().toISOString().slice(0, 10)
    const asked = {
      from: new Date(server.clock.now().getTime() - 3 * 86_400_000).toISOString().slice(0, 10),
      until: days,
    }
    const until = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const found = (await head.settlement.query({ query: { ...asked, until } })).result
    expect(found.pairs).toMatchObject([
      { homeOrgCode: STORE, rideOrgCode: HOME, balance: 7, give: 0, charges: 1 },
      { homeOrgCode: HOME, rideOrgCode: STORE, balance: 40, give: 8, integral: 15, charges: 2 },
    ])
    // What the wallets at home lost is what is owed.
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{ home: string; ride: string; value: number }>`
        select org_code as home, other_org_code as ride, sum(-delta)::bigint as value from ledger_line
          where other_org_code is not null and account in ('balance', 'give') group by 1, 2 order by 1`.execute(trx),
    )
    expect(rows).toEqual([
      { home: STORE, ride: HOME, value: 700 },
      { home: HOME, ride: STORE, value: 4800 },
    ])
    expect(found.total).toMatchObject({ balance: 47, give: 8, integral: 15, charges: 3 })
    for (const name of ['balance', 'give', 'integral', 'charges'] as const)
      expect(found.days.reduce((sum, one) => sum + one[name], 0)).toBeCloseTo(found.total[name])
    expect(found.days.map(({ day }) => day)).toEqual(
      found.days
        .map(({ day }) => day)
        .sort()
        .reverse(),
    )
    const workbook = (client: TestClient) =>
      server.request('/api/report/sysSettlement/exportXls', { token: client.token })
    expect((await workbook(head)).headers.get('content-type')).toContain('spreadsheet')
    expect((await workbook(later)).headers.get('content-type')).not.toContain('spreadsheet')
    const one = (await head.settlement.query({ query: { ...asked, until, sysOrgCode: HOME } })).result
    expect(one.pairs).toEqual(found.pairs)
    const most = found.days.length
    const limited = (rows: number) =>
      codeAndFieldOf(venue.inEveryStore((trx) => clearedDays(trx, { from: asked.from, until }, undefined, rows)))
    expect([await limited(most), await limited(most - 1)]).toEqual(['done', 'reports.tooManyRows from'])
  })

  it('is empty for days without visitors, and refuses days backwards', async () => {
    const head = await server.signIn('hq')
    const found = (await head.settlement.query({ query: { from: '2020-01-01', until: '2020-01-31' } })).result
    expect(found).toMatchObject({ pairs: [], days: [], total: { balance: 0, charges: 0 } })
    expect(await codeOf(head.settlement.query({ query: { from: '2020-02-01', until: '2020-01-31' } }))).toBe(
      'reports.backwards',
    )
  })
})
