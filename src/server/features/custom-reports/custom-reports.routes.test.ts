import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { daysAfter } from '#shared/core/time.ts'
import type {
  ReportColumn,
  ReportDefinition,
  ReportFilter,
  ReportResult,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import { isTextKey } from '#shared/i18n/catalogue.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { HOME } from '#tests/support/visitors.ts'
import { reportSources } from './report-sources.data.ts'
import { shippedReports } from './shipped-reports.data.ts'

const { server, venue, admin, hq, manager, cashier } = await testVenue(['admin', 'hq', 'manager', 'cashier'])
const elsewhere = await server.signIn('manager2', HOME)
const { charge, recharge, refund } = refundsOf({ venue, manager, cashier })

const definitionOf = (
  source: string,
  columns: ReportColumn[],
  more: Partial<ReportDefinition> = {},
): ReportDefinition => ({
  source,
  columns,
  filters: [],
  sort: [],
  limit: 1000,
  display: 'table',
  across: '',
  ...more,
})
const run = async (definition: ReportDefinition, by: TestClient = manager): Promise<ReportResult> =>
  (await by.customReports.run({ body: { definition } })).result
const cells = async (definition: ReportDefinition, by?: TestClient) => (await run(definition, by)).rows
const filter = (column: string, rule: ReportFilter['rule'], values: string[], asked = false): ReportFilter => ({
  key: `f${column.replace(/\W/g, '').toLowerCase().slice(0, 12)}`,
  column,
  rule,
  values,
  asked,
})
const count = { key: 'n', column: '', aggregate: 'count' } as const

const people = peopleOf(server)
/** Gives a user a further role with these actions; returns its id. */
async function withRole(username: string, actions: string[]): Promise<string> {
  const roleId = await people.addRole(admin, actions)
  await withClient(server.database.ownerUrl, (owner) =>
    owner.query('insert into user_role (user_id, role_id) select id, $2 from user_account where username = $1', [
      username,
      roleId,
    ]),
  )
  return roleId
}

beforeAll(async () => {
  const userId = await venue.member({ realname: '林小雨', phone: '13912345678', balance: 50_000, give: 6000 })
  await charge({ price: 6000 }, { userId })
  const walkIn = await charge({ consumeType: 'NOCARDCONSUME', price: 4500, deposit: 2000 }, { consumePayMode: 'cash' })
  await charge({ consumeType: 'NOCARDCONSUME', price: 3100 }, { consumePayMode: 'cash' })
  await refund('consume', walkIn)
  await recharge(userId)
})

describe('a report', () => {
  it('has the figures of the statistics page, in sum and by group', async () => {
    const period = {
      period: 'range',
      from: daysAfter(new Date().toISOString().slice(0, 10), -200),
      until: daysAfter(new Date().toISOString().slice(0, 10), 1),
    } as const
    const money = [
      'revenue',
      'recharges',
      'guests',
      'cash',
      'scan',
      'refunded',
      'deposit',
      'consumption',
      'balance',
      'give',
      'coupons',
      'integral',
      'laps',
      'coins',
      'frequency',
      'plays',
    ] as const
    const columns = money.map((column, place): ReportColumn => ({ key: `v${place}`, column, aggregate: 'sum' }))
    for (const by of [manager, hq]) {
      const { total, rows } = (await by.statistics.figures({ query: { by: 'day', ...period } })).result
      const filters = [filter('day', 'period', [period.from, period.until])]
      expect(await cells(definitionOf('figures', columns, { filters }), by)).toEqual([
        money.map((name) => total.now[name]),
      ])
      const days = rows.filter(({ now }) => now.revenue !== 0 || now.consumption !== 0)
      const byDay = [
        { key: 'd', column: 'day' },
        { key: 'r', column: 'revenue', aggregate: 'sum' },
        { key: 'c', column: 'consumption', aggregate: 'sum' },
      ] as const
      const found = (await cells(definitionOf('figures', [...byDay], { filters }), by)).filter(([, ...sums]) =>
        sums.some((sum) => sum !== 0),
      )
      expect(found).toEqual(days.map(({ key, now }) => [key, now.revenue, now.consumption]))
      const orders = [count, { key: 'p', column: 'people', aggregate: 'sum' }] as const
      expect(await cells(definitionOf('orders', [...orders], { filters }), by)).toEqual([
        [total.now.orders, total.now.people],
      ])
      const { total: sold } = (await by.statistics.products({ query: period })).result
      const [[amount]] = (await cells(
        definitionOf('products', [{ key: 'a', column: 'amount', aggregate: 'sum' }], { filters }),
        by,
      )) as [[number | null]]
      expect(amount ?? 0).toBe(sold.amount)
    }
  })

  it('shows the caller’s stores only, whatever store it is asked for', async () => {
    const byStore = definitionOf('orders', [{ key: 's', column: 'store' }, count])
    const [own] = await cells(byStore)
    expect(await cells(byStore)).toHaveLength(1)
    expect((await cells(byStore, elsewhere)).map(([name]) => name)).not.toContain(own?.[0])
    const foreign = { ...byStore, filters: [filter('store', 'oneOf', [HOME])] }
    expect(await cells(foreign)).toEqual([])
    const asked = { ...byStore, filters: [filter('store', 'oneOf', [], true)] }
    const { result } = await hq.customReports.run({
      body: { definition: asked, asked: [{ key: 'fstore', values: [STORE] }] },
    })
    expect(result.rows).toEqual([own])
    expect(result.asked).toMatchObject([{ key: 'fstore', values: [STORE] }])
  })

  it.each([...reportSources.keys()])(
    'of the source %s lists every column and calculates every aggregate',
    async (code) => {
      const columns = Object.entries(reportSources.get(code)?.columns ?? {})
      for (const [place, [column, { kind }]] of columns.entries()) {
        const isNumeric = kind === 'money' || kind === 'number'
        const aggregates = [
          'count',
          'distinct',
          ...(kind === 'flag' ? [] : ['min', 'max']),
          ...(isNumeric ? ['sum', 'average', 'ratio'] : []),
        ] as const
        const parts =
          kind === 'time'
            ? (['hour', 'weekday', 'day', 'week', 'month', 'year'] as const)
            : kind === 'day'
              ? (['weekday', 'week', 'month'] as const)
              : []
        const grouped = [
          { key: `g${place}`, column },
          ...parts.map((part, at) => ({ key: `p${at}`, column, part })),
          ...aggregates.map((aggregate, at) => ({ key: `a${at}`, column, aggregate: aggregate as 'count' })),
        ].slice(0, 20)
        expect([column, await codeOf(run(definitionOf(code, grouped, { limit: 3 }), admin))]).toEqual([column, 'done'])
        expect([column, await codeOf(run(definitionOf(code, [{ key: 'x', column }], { limit: 3 })))]).toEqual([
          column,
          'done',
        ])
      }
    },
  )

  it('groups a time of the night by its business day, and names weekdays', async () => {
    const [row] = await cells(
      definitionOf('orders', [
        { key: 'w', column: 'at', part: 'weekday' },
        { key: 'h', column: 'at', part: 'hour' },
        count,
      ]),
    )
    expect(String(row?.[0])).toMatch(/^周[一二三四五六日]$/)
    expect(String(row?.[1])).toMatch(/^\d\d:00$/)
  })

  it('filters by text, number, flag, day and emptiness', async () => {
    const of = async (...filters: ReportFilter[]) =>
      Number((await cells(definitionOf('orders', [count], { filters })))[0]?.[0])
    const all = await of()
    expect(await of(filter('amount', 'between', ['45', '45']))).toBe(1)
    expect((await of(filter('amount', 'atLeast', ['45.01']))) + (await of(filter('amount', 'atMost', ['45'])))).toBe(
      all,
    )
    expect((await of(filter('isMember', 'is', ['YES']))) + (await of(filter('isMember', 'is', ['NO'])))).toBe(all)
    expect(await of(filter('member.name', 'contains', ['小雨']))).toBe(1)
    expect((await of(filter('member.name', 'empty', []))) + (await of(filter('member.name', 'filled', [])))).toBe(all)
    expect(await of(filter('state', 'isNot', ['refunded']))).toBeLessThan(all)
    expect(await of(filter('day', 'period', ['yesterday']), filter('amount', 'is', ['45']))).toBe(0)
    expect(await of(filter('day', 'period', []))).toBe(all)
  })

  it('says so when it is cut', async () => {
    const list = definitionOf('orders', [{ key: 'a', column: 'amount' }], { limit: 2 })
    expect(await run(list)).toMatchObject({ isCut: true, rows: [[expect.anything()], [expect.anything()]] })
    expect((await run({ ...list, limit: 5000 })).isCut).toBe(false)
  })

  it('masks phones without the right to see them, in rows, groups and filters', async () => {
    const phones = (filters: ReportFilter[] = []) =>
      definitionOf('members', [{ key: 'p', column: 'phone' }], { filters })
    const only = [filter('phone', 'is', ['13912345678'])]
    expect(await cells(phones(only))).toEqual([['13912345678']])
    await withRole('coach', ['customreport:list', 'member:list'])
    const coach = await server.signIn('coach')
    expect(await cells(phones(only), coach)).toEqual([])
    const seen = (await cells(phones([filter('phone', 'is', ['139****5678'])]), coach)).flat()
    expect(seen).toEqual(['139****5678'])
    expect(await codeOf(run(definitionOf('figures', [count]), coach))).toBe('customReport.sourceForbidden')
    expect((await coach.customReports.sources()).result.map(({ code }) => code)).toEqual([
      'rides',
      'runs',
      'members',
      'visits',
      'bookings',
    ])
    expect(
      await codeOf(coach.customReports.add({ body: { name: '我的', about: '', roles: [], definition: phones() } })),
    ).toBe('auth.forbidden')
  })

  it('shows members and prices of rides only to those who may see their lists', async () => {
    await withRole('partner', ['customreport:list'])
    const [partner, coach] = [await server.signIn('partner'), await server.signIn('coach')]
    const forbidden = 'customReport.columnForbidden'
    const ofOrders = (columns: ReportColumn[], more: Partial<ReportDefinition> = {}) =>
      codeOf(run(definitionOf('orders', columns, more), partner))
    expect(await ofOrders([count])).toBe('done')
    expect(await ofOrders([{ key: 'm', column: 'member.name' }])).toBe(forbidden)
    expect(await ofOrders([count], { filters: [filter('member.name', 'contains', ['小雨'])] })).toBe(forbidden)
    const priceOf = (over: string): ReportColumn => ({ key: 'r', column: 'hours', aggregate: 'ratio', over })
    expect(await codeOf(run(definitionOf('rides', [priceOf('price')]), coach))).toBe(forbidden)
    expect(await codeOf(run(definitionOf('rides', [priceOf('laps')]), coach))).toBe('done')
    const columns = async (by: TestClient, code: string) =>
      (await by.customReports.sources()).result.find((one) => one.code === code)?.columns.map(({ name }) => name) ?? []
    expect((await columns(partner, 'orders')).filter((name) => name.startsWith('member.'))).toEqual([])
    expect(await columns(coach, 'rides')).not.toContain('price')
    expect(await columns(manager, 'rides')).toEqual(expect.arrayContaining(['price', 'member.name']))
    const listed = (await partner.customReports.list()).result
    expect(listed.find(({ id }) => id === 'shipped-member-age')?.isReadable).toBe(false)
  })

  it('is refused to users whose list is narrowed by a data rule', async () => {
    const role = await withRole('partner', ['customreport:list', 'consume:list', 'recharge:list'])
    await withClient(server.database.ownerUrl, async (owner) => {
      const rule = '01900000-0000-7000-8000-00000000aaaa'
      await owner.query(
        `insert into permission_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
          values ($1, 'consume:list', 'own', 'createBy', '=', 'x')`,
        [rule],
      )
      await owner.query(`insert into role_rule (role_id, permission_id, rule_id) values ($1, 'consume:list', $2)`, [
        role,
        rule,
      ])
    })
    const narrowed = await server.signIn('partner')
    expect(await codeOf(run(definitionOf('orders', [count]), narrowed))).toBe('customReport.sourceForbidden')
    expect(await codeOf(run(definitionOf('recharges', [count]), narrowed))).toBe('done')
    const price = [{ key: 'p', column: 'price' }]
    expect(await codeOf(run(definitionOf('rides', price), narrowed))).toBe('customReport.columnForbidden')
  })
})

describe('the SQL of a report', () => {
  const HOSTILE = [
    `amount'); drop table member; --`,
    'amount union select password_hash',
    't.amount',
    'constructor',
    '__proto__',
    'toString',
    'pg_sleep',
    'member.toString',
  ]

  it.each(HOSTILE)('has no column %s', async (column) => {
    const refused = [
      definitionOf('orders', [{ key: 'a', column }]),
      definitionOf('orders', [{ key: 'a', column, aggregate: 'sum' }]),
      definitionOf('orders', [{ key: 'a', column: 'amount', aggregate: 'ratio', over: column }]),
      definitionOf('orders', [count], { filters: [{ ...filter('amount', 'is', ['1']), column }] }),
      definitionOf('orders', [count], { sort: [{ key: column, order: 'asc' }] }),
      definitionOf(column, [count]),
    ]
    for (const definition of refused)
      expect(await codeOf(run(definition))).toMatch(/^(common\.invalidInput|customReport\.(noSuchColumn|noSource))$/)
  })

  it('has values as parameters only', async () => {
    for (const value of [`' or 1=1 --`, `x'); delete from consume_order; --`, '%', '\\', `$1`]) {
      expect(
        await cells(
          definitionOf('orders', [{ key: 'a', column: 'amount' }], { filters: [filter('cashier', 'is', [value])] }),
        ),
      ).toEqual([])
      expect(await codeOf(run(definitionOf('orders', [count], { filters: [filter('amount', 'is', [value])] })))).toBe(
        'customReport.wrongFilter',
      )
      expect(await codeOf(run(definitionOf('orders', [count], { filters: [filter('day', 'period', [value])] })))).toBe(
        'customReport.wrongFilter',
      )
      expect(
        await cells(definitionOf('orders', [{ key: 'a', column: 'amount', title: value }], { limit: 1 })),
      ).toHaveLength(1)
    }
  })

  it('is cancelled when the caller goes, and nobody waits for it', async () => {
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query('begin; lock table stock_level, reservation in access exclusive mode')
      const gone = new AbortController()
      const definition = definitionOf('bookings', [count])
      const asked = server.request('/api/report/sysCustomReport/run', {
        method: 'POST',
        token: manager.token,
        signal: gone.signal,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ definition }),
      })
      const waiting = async () => {
        const { rows } = await owner.query(
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%from reservation t%' and datname = current_database()`,
        )
        return rows.length
      }
      await until(async () => (await waiting()) === 1)
      gone.abort()
      await expect(asked).rejects.toThrow()
      await until(async () => (await waiting()) === 0)
      await owner.query('rollback')
    })
  })
})

describe('a stored report', () => {
  const definition = definitionOf('orders', [{ key: 's', column: 'store' }, count])
  const content = (name: string, roles: string[] = []) => ({ name, about: '说明', roles, definition })
  const names = async (by: TestClient) =>
    (await by.customReports.list()).result.filter(({ isShipped }) => !isShipped).map(({ name }) => name)

  it('is seen by its owner, and by users of its roles above and below its store', async () => {
    const { result: own } = await manager.customReports.add({ body: content('自己的') })
    const { result: shared } = await hq.customReports.add({ body: content('总部共享', ['manager']) })
    expect(await names(manager)).toEqual(['总部共享', '自己的'].sort())
    expect(await names(hq)).toEqual(['总部共享'])
    expect(await names(elsewhere)).toEqual(['总部共享'])
    expect(await codeOf(elsewhere.customReports.queryById({ query: { id: own.id } }))).toBe('common.recordNotFound')
    expect(await codeOf(elsewhere.customReports.runSaved({ body: { id: own.id } }))).toBe('common.recordNotFound')
    // A reader's own stores count, and readers change nothing above them.
    const { rows } = (await manager.customReports.runSaved({ body: { id: shared.id } })).result
    expect(rows).toEqual(await cells(definition))
    const change = { ...content('改'), id: shared.id, version: 1 }
    expect(await codeOf(manager.customReports.edit({ body: change }))).toBe('common.recordNotFound')
    expect(await codeOf(manager.customReports.delete({ query: { id: shared.id } }))).toBe('common.recordNotFound')
    expect((await manager.customReports.queryById({ query: { id: shared.id } })).result).toMatchObject({
      isEditable: false,
      definition,
    })
  })

  it('is changed once for each version', async () => {
    const { result } = await manager.customReports.add({ body: content('版本') })
    const change = (name: string) =>
      manager.customReports.edit({ body: { ...content(name), id: result.id, version: 1 } })
    const done = await Promise.all([codeOf(change('一')), codeOf(change('二'))])
    expect(done.sort()).toEqual(['customReport.changed', 'done'])
    const { version } = (await manager.customReports.queryById({ query: { id: result.id } })).result
    expect(version).toBe(2)
    await manager.customReports.delete({ query: { id: result.id } })
    expect(await codeOf(manager.customReports.queryById({ query: { id: result.id } }))).toBe('common.recordNotFound')
  })

  it('has a name of its own, a known source and known columns', async () => {
    await manager.customReports.add({ body: content('同名') })
    expect(await codeOf(manager.customReports.add({ body: content('同名') }))).toBe('customReport.nameTaken')
    const unknown = { ...content('未知'), definition: definitionOf('orders', [{ key: 'a', column: 'nothing' }]) }
    expect(await codeOf(manager.customReports.add({ body: unknown }))).toBe('customReport.noSuchColumn')
  })
})

describe('a report that comes with the product', () => {
  it.each(shippedReports)('$id has texts and runs', async ({ id, name, about }) => {
    expect([isTextKey(name), isTextKey(about)]).toEqual([true, true])
    const { result } = await manager.customReports.runSaved({ body: { id } })
    expect(result.days).not.toBeNull()
    expect(result.columns.map(({ title }) => title)).not.toContain('')
    const english = await server.client(manager.token, 'en').customReports.queryById({ query: { id } })
    expect(english.result.name).toMatch(/^[\x20-\x7e’]+$/)
  })

  it('can be copied and not changed', async () => {
    const { definition } = (await manager.customReports.queryById({ query: { id: 'shipped-cashiers' } })).result
    const { result } = await manager.customReports.add({
      body: { name: '收银员对比 2', about: '', roles: [], definition },
    })
    expect((await manager.customReports.queryById({ query: { id: result.id } })).result.definition).toEqual(definition)
    const edit = { id: 'shipped-cashiers', name: 'x', about: '', roles: [], definition, version: 1 }
    expect(await codeOf(manager.customReports.edit({ body: edit }))).toBe('common.invalidInput')
  })
})

describe('the texts of sources', () => {
  it('exist for all columns, joins and values', () => {
    for (const { title, about, joins, columns } of reportSources.values()) {
      const keys: unknown[] = [
        title,
        about,
        ...Object.values(joins).map((join) => join.title),
        ...Object.values(columns).flatMap(({ label, texts }) => [label, ...Object.values(texts ?? {})]),
      ]
      expect(keys.filter((key) => typeof key !== 'string' || !isTextKey(key))).toEqual([])
    }
  })
})
