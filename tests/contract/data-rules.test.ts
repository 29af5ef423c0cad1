import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { DEMO_PASSWORD, demoStores } from '#server/db/seed/access.ts'
import { slices } from '#server/slices.ts'
import type { Envelope, Page } from '#shared/core/envelope.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { calls, type NamedCall } from './calls.ts'
import { attemptsOf, send } from './sweep.ts'
import { type World, worldOf } from './world.ts'

const { server, venue } = await testVenue()
const world = await worldOf(server.database.ownerUrl)

const ruledLists = slices.flatMap((slice) => Object.keys(slice.ruledLists ?? {}))
const STORE = 'A01A01'
const ROLE = 'bound'
/** Title, author, headings. */
const HEAD = 3
/** Works at one store with every permission there. */
let free: TestClient
/** The same user with a data rule on every list that can have one: it shows only rows older than all of them. */
let bound: TestClient

beforeAll(async () => {
  const { ask } = world
  const both = `user_account where username in ('manager', 'manager2')`
  await ask(`insert into user_role select id, 'hq' from ${both}`)
  await ask(`insert into user_store select id, '${demoStores[STORE].id}' from ${both} on conflict do nothing`)
  // The example is for the platform administrator alone until it is granted.
  await ask(`insert into role_permission select 'hq', id from permission where id like 'demo:%'`)
  await ask(`insert into role (id, role_code, role_name, owner_code) values ('${ROLE}', '${ROLE}', 'x', '')`)
  await ask(`insert into user_role select id, '${ROLE}' from user_account where username = 'manager2'`)
  for (const permission of ruledLists) {
    const rule = newId()
    await ask(`insert into role_permission values ('${ROLE}', '${permission}')`)
    await ask(`insert into permission_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
      values ('${rule}', '${permission}', 'old', 'createTime', '<', '2000-01-01')`)
    await ask(`insert into role_rule values ('${ROLE}', '${permission}', '${rule}')`)
  }
  free = await server.signIn('manager', STORE)
  bound = await server.signIn('manager2', STORE)
  const { id: vehicleId } = await venue.vehicle()
  await free.playBeforePay.add({ body: venue.start({ vehicleId }), key: newId() })
  // Money that was received and refunded.
  await free.shifts.open({ body: { floatAmount: 100 }, key: newId() })
  const [rule] = (await free.rechargeRules.listOnSale({ query: {} })).result.records
  await ask(`update recharge_rule r set gift_id = g.id, gift_count = 1 from (select id, org_code from gift) g
    where g.org_code = r.org_code and r.id = '${rule?.id}'`)
  const sold = { userId: await venue.member(), sysDepartRechargeRoleId: rule?.id, consumePayMode: 'cash' as const }
  // Cash outside any shift.
  await ask(`update store set cash_needs_shift = 'NO' where org_code = '${STORE}'`)
  await (await server.signIn('cashier')).rechargeOrders.add({ body: sold, key: newId() })
  const orderId = (await free.rechargeOrders.add({ body: sold, key: newId() })).result.id
  const refund = { orderKind: 'recharge' as const, orderId, reason: 'x', password: DEMO_PASSWORD }
  await free.refunds.add({ body: refund, key: newId() })
  const exchanging = await venue.member({ integral: 1000 })
  const { rates } = (await free.exchanges.options({ query: { userId: exchanging } })).result
  const given = rates.find(({ fromWallet }) => fromWallet === 'integral')
  await free.exchanges.add({
    body: { userId: exchanging, rateId: given?.rateId ?? '', amount: given?.minimum ?? 0 },
    key: newId(),
  })
  // Every list that data rules can narrow has a row that they hide; users and records of sessions exist already.
  const ruled = new Set(ruledLists.map((permission) => permission.split(':')[0]))
  const isPlain = ({ name, route }: NamedCall) =>
    name.endsWith('.add') && ruled.has(route.access.split(':')[0]) && !/^(users|playBeforePay)\./.test(name)
  for (const call of calls.filter(isPlain)) {
    const values = { templateType: ['4'], esType: ['4'], esReceiver: ['cashier'], userId: ['100001'], give: [1] }
    for (const attempt of attemptsOf(call, values)) await send(server, attempt, free.token)
  }
  await ask(`insert into message (id, org_code, member_id, title, content, receiver, type, send_status, created_by, created_at)
    values ('${newId()}', '${STORE}', '100001', 'x', 'x', 'x', '1', '0', 'x', now())`)
  await ask(
    `insert into promo_video (id, org_code, name, urls) values ('${newId()}', '${STORE}', 'x', 'https://x/a.mp4')`,
  )
  await ask(`insert into webhook_endpoint (id, org_code, name, url, events)
    values ('${newId()}', '${STORE}', 'x', 'https://x/a', 'order.paid')`)
  await ask(`insert into carousel_image (id, org_code, title, photo) values ('${newId()}', '${STORE}', 'x', 'x.png')`)
  await ask(`insert into agreement_signature
      (id, org_code, member_id, agreement_id, version, strokes, minor, witnessed_by, witness_name, signed_at)
    values ('${newId()}', '${STORE}', '100001', '${newId()}', 1, 'M1 1L2 2', false, 'x', 'x', now())`)
  await ask(`insert into reconciliation_difference (id, org_code, kind, stored, expected, created_at, seen_at)
    values ('${newId()}', '${STORE}', 'count', 1, 2, now(), now())`)
  await ask(`insert into coin_output (id, org_code, device_id, device_name, pay_mode, pay_state, asked, amount, business_day, operator_id,
      created_at, state, back_coins, back_id, ended_at, paid_at, due_at)
    values ('${newId()}', '${STORE}', '${newId()}', 'x', 'cash', 'paid', 1, 100, '2026-01-01', '${newId()}',
      now(), 'completed', 1, '${newId()}', now(), now(), now())`)
  await ask(`insert into sms_purchase (id, org_code, package_name, texts, amount, seller_code, operator_id, operator_name, created_at)
    values ('${newId()}', '${STORE}', 'x', 1, 100, '${STORE}', '${newId()}', 'x', now())`)
  await ask(`insert into coin_return (id, org_code, member_id, coins, business_day, operator_id, created_at)
    values ('${newId()}', '${STORE}', '100001', 1, '2026-01-01', '${newId()}', now())`)
  await ask(`insert into safe_payout (cause_kind, cause_id, org_code, amount, reason, operator_id, operator_name, business_day, created_at)
    values ('refund', '${newId()}', '${STORE}', 100, 'x', '${newId()}', 'x', current_date, now())`)
  const [promoter, role, event] = [newId(), newId(), newId()]
  const terms = '{"mode": "percent", "unit": "give", "amount": 0, "rate": 1000, "recharges": "all", "days": 30}'
  await ask(`insert into promoter_role (id, org_code, name, share_mode, share_unit, share_rate, recharges, within_days)
    values ('${role}', '${STORE}', 'x', 'percent', 'give', 1000, 'all', 30)`)
  await ask(`insert into promoter (id, org_code, role_id, role_name, terms, member_id, name, code)
    values ('${promoter}', '${STORE}', '${role}', 'x', '${terms}', '100001', 'x', 'XXXXXXXX')`)
  await ask(`insert into promoted_member (id, org_code, member_id, promoter_id, terms, bound_at)
    values ('${newId()}', '${STORE}', '100002', '${promoter}', '${terms}', now())`)
  await ask(`insert into commission (id, org_code, order_id, promoter_id, member_id, unit, paid, share, business_day, created_at)
    values ('${newId()}', '${STORE}', '${newId()}', '${promoter}', '100002', 'give', 100, 10, '2026-01-01', now())`)
  await ask(`insert into promoter_payout (id, org_code, promoter_id, amount, requester_id, requested_by, created_at)
    values ('${newId()}', '${STORE}', '${promoter}', 100, '${newId()}', 'x', now())`)
  await ask(`insert into event (id, org_code, name, registration_from, registration_until, starts_at, ends_at)
    values ('${event}', '${STORE}', 'x', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04')`)
  await ask(`insert into event_sign_up (id, org_code, event_id, member_id, number, fee, late_refund, state, operator_id, created_at)
    values ('${newId()}', '${STORE}', '${event}', '100001', 1, 0, 0, 'successful', '${newId()}', now())`)
  await ask(
    `insert into daily_report values ('${newId()}', '${STORE}', '2026-01-01', 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, now())`,
  )
})

/** Calls of a list's module whose path ends with this verb. */
const endingIn = (permission: string, verb: RegExp): NamedCall[] =>
  calls.filter(
    ({ route }) =>
      route.access.split(':')[0] === permission.split(':')[0] && verb.test(route.path.split('/').at(-1) ?? ''),
  )

async function listed(permission: string, { token }: TestClient): Promise<Page<{ id: string }>> {
  const list = calls.find(({ route }) => route.access === permission && route.path.endsWith('/list'))
  if (!list) throw new Error(`${permission} has no list`)
  const answer = await server.request(`/api${list.route.path}?pageSize=200`, { token })
  return ((await answer.json()) as Envelope<Page<{ id: string }>>).result as Page<{ id: string }>
}

async function exported({ route }: NamedCall, id: string, { token }: TestClient): Promise<number> {
  const file = join(tmpdir(), `${newId()}.xlsx`)
  const answer = await server.request(`/api${route.path}?selections=${id}`, { token })
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  const { length } = await readWorkbook(file, 100)
  await rm(file)
  return length - HEAD
}

/** State of the database after the last test: equals the state before the next one. */
let marked: Awaited<ReturnType<World['marks']>> | undefined

describe('a row that a data rule hides', () => {
  it('shift:list: hides cash outside of shifts and payouts from the safe as well', async () => {
    const outside = async (client: TestClient) => (await client.shifts.outside({ query: {} })).result
    const payouts = async (client: TestClient) => (await client.shifts.safePayouts({ query: {} })).result
    const [row] = await outside(free)
    expect(row).toMatchObject({ sysOrgCode: STORE })
    expect(await payouts(free)).toMatchObject([{ sysOrgCode: STORE, createBy: 'x' }])
    expect(await outside(bound)).toEqual([])
    expect(await payouts(bound)).toEqual([])
    // By the columns that such cash shares with a shift; it has no terminal.
    const rule = (column: string, value: string) =>
      world.ask(`update permission_rule set rule_column = '${column}', rule_conditions = '=', rule_value = '${value}'
        where permission_id = 'shift:list'`)
    const seenBy = async (column: string, value: string) => {
      await rule(column, value)
      const client = await server.signIn('manager2', STORE)
      return [...(await outside(client)), ...(await payouts(client))]
    }
    try {
      expect(await seenBy('cashierName', row?.personName ?? '')).not.toEqual([])
      expect(await seenBy('cashierName', '别人')).toEqual([])
      expect(await seenBy('businessDay', row?.businessDay ?? '')).not.toEqual([])
      expect(await seenBy('cashierName', 'x')).toMatchObject([{ createBy: 'x' }])
      for (const column of ['terminalName', 'differenceAmount', 'openTime', 'id'])
        expect(await seenBy(column, column === 'openTime' ? '2026-01-01' : '1')).toEqual([])
    } finally {
      await world.ask(`update permission_rule set rule_column = 'createTime', rule_conditions = '<', rule_value = '2000-01-01'
        where permission_id = 'shift:list'`)
      bound = await server.signIn('manager2', STORE)
    }
  })

  it('promoter:list: is not in the report of promoters either', async () => {
    const report = async (client: TestClient) =>
      (await client.promoters.report({ query: { period: 'days30', sysOrgCode: STORE } })).result.rows
    expect(await report(free)).toMatchObject([{ promoterName: 'x', brought: 1 }])
    expect(await report(bound)).toEqual([])
  })

  it.each(ruledLists)('%s: is not listed, read, changed, removed or exported', async (permission) => {
    const [row] = (await listed(permission, free)).records
    const id = row?.id ?? ''
    expect(id).not.toBe('')
    expect((await listed(permission, bound)).total).toBe(0)
    const before = marked ?? (await world.marks())
    const byId = endingIn(
      permission,
      /^(queryById|edit|edite|delete|deleteBatch|queryUserRole|userDepartList|frozenBatch|approve|reject|printReceipt|printSlip|returnDeposit|address|newKey|report|reportXls|printReport|forceclose|stop|resume|test|resend|answer)$/,
    ).filter(({ name }) => name !== 'promoters.report')
    // The report of promoters names none, see above. Members and rides are never deleted. Decided or sent rows and returned coins are read in their list only, and a calendar session is removed by
    // its own call.
    const special = {
      'agreementsignature:list': [],
      'apply:list': ['approve', 'reject'],
      'coinreturn:list': [],
      'massmessage:list': ['queryById', 'stop', 'resume'],
      'membermessage:list': [],
      'reservationsession:list': ['queryById', 'edit', 'delete'],
      'shift:list': ['queryById', 'report', 'reportXls', 'printReport', 'forceClose'],
      'tvscreen:list': ['queryById', 'edit', 'delete', 'deleteBatch', 'address', 'newKey'],
    }[permission]
    const deletes = endingIn(permission, /^delete$/).length > 0
    const least = special ?? (deletes ? ['delete', 'deleteBatch'] : ['queryById'])
    expect(byId.map(({ name }) => name.split('.')[1])).toEqual(expect.arrayContaining(least))
    for (const call of byId) {
      for (const attempt of attemptsOf(call, { id: [id], ids: [id], userid: [id], userId: [id], roleName: ['x'] })) {
        const answer = await (await send(server, attempt, bound.token)).json()
        expect(answer, attempt.name).toMatchObject({ success: false, error: { code: 'common.recordNotFound' } })
      }
    }
    const [exportXls] = endingIn(permission, /^exportXls$/)
    if (exportXls) {
      expect(await exported(exportXls, id, free)).toBe(1)
      expect(await exported(exportXls, id, bound)).toBe(0)
    }
    marked = await world.marks()
    expect(marked).toEqual(before)
  })

  it('cannot be restored from the recycle bin', async () => {
    const [order] = (await listed('recharge:list', free)).records
    const asked = { orderKind: 'recharge' as const, orderId: order?.id ?? '' }
    const refund = { ...asked, reason: 'x', password: DEMO_PASSWORD }
    const hidden = { code: 'common.recordNotFound' }
    await expect(bound.refunds.preview({ query: asked })).rejects.toMatchObject(hidden)
    await expect(bound.refunds.add({ body: refund, key: newId() })).rejects.toMatchObject(hidden)
    await expect(free.refunds.add({ body: refund, key: newId() })).rejects.toMatchObject({ code: 'refunds.doneBefore' })
  })
})
