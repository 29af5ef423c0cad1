import { expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { demoUsers } from '#server/db/seed/access.ts'
import { workMassMessages } from '#server/features/guest-messages/mass-messages.job.ts'
import { deliver } from '#server/features/messages/messages.service.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { drawerOf } from '#tests/support/venue/drawer.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { reconcile } from './index.ts'

const { server, venue, admin, manager, cashier } = await testVenue(['admin', 'manager', 'cashier'])
const drawer = await drawerOf(server, manager, cashier)
const { recharge } = refundsOf({ venue, manager, cashier })
const HOUR = 3_600_000

/** Executes a statement as the database owner, past all checks. */
const spoil = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(statement, values)
  })
const night = (orgCode = STORE) => reconcile(server.deps, orgCode)
const open = async () => {
  const { records } = (await manager.reconciliation.list({ query: { state: 'open', pageSize: 50 } })).result
  return records.map(({ kind }) => kind).sort()
}
/** Each statement is found as these kinds, and the one that takes it back ends them. */
async function finds(made: readonly [statement: string, back: string, id: string, kinds: string[]][]) {
  expect(await night()).toMatchObject({ found: 0 })
  for (const [statement, back, id, kinds] of made) {
    await spoil(statement, [id])
    await night()
    expect([statement, await open()]).toEqual([statement, kinds])
    await spoil(back, [id])
  }
  expect(await night()).toMatchObject({ found: 0 })
}

/** Promotes a member or user; returns the commission for the recharge of a member who was referred. */
async function commissionOf(promoter: { userId: string } | { accountId: string }): Promise<string> {
  const roleName = `角色 ${newId()}`
  await manager.promoterRoles.add({ body: { roleName, sharePercent: 10 } })
  const [role] = (await manager.promoterRoles.list({ query: { roleName } })).result.records
  await manager.promoters.add({ body: { ...promoter, roleId: role?.id ?? '' } })
  const [listed] = (await manager.promoters.list({ query: promoter })).result.records
  const userId = await venue.member()
  await cashier.promotedMembers.bind({ key: newId(), body: { userId, code: listed?.promoterCode ?? '' } })
  await recharge(userId)
  for (const [table, column] of [
    ['recharge_order', 'paid_at'],
    ['member', 'created_at'],
    ['promoted_member', 'bound_at'],
  ])
    await spoil(`update ${table} set ${column} = ${column} - interval '8 days' where ${column} is not null`)
  await server.deps.registry.jobs.get('commissions.post')?.work(server.deps, 0)
  const [row] = await venue.rows('commission').where('promoterId', listed?.id ?? '')
  return String(row?.id)
}

it('finds a commission without its ledger entry or with another sum, and a payout that no drawer paid', async () => {
  const ofMember = await commissionOf({ userId: await venue.member() })
  const ofUser = await commissionOf({ accountId: demoUsers.cashier.id })
  const shift = await drawer.open()
  const [{ promoterId } = {}] = await venue.rows('commission').where('id', ofUser)
  const payout = newId()
  await manager.promoterPayouts.request({ key: payout, body: { promoterId: String(promoterId), amount: 1 } })
  const other = await server.signIn('hq', STORE).catch(() => server.signIn('hq'))
  await other.promoterPayouts.pay({ key: newId(), body: { id: payout, payoutMode: 'cash', shiftId: shift.id } })
  await finds([
    [
      'update ledger_line set delta = delta + 7 where cause_id = $1',
      'update ledger_line set delta = delta - 7 where cause_id = $1',
      ofMember,
      ['commission', 'wallet'],
    ],
    [
      "update ledger_line set cause_kind = 'adjust' where cause_id = $1",
      "update ledger_line set cause_kind = 'commission' where cause_id = $1",
      ofMember,
      ['commission'],
    ],
    [
      'update commission set share = share + 1 where id = $1',
      'update commission set share = share - 1 where id = $1',
      ofMember,
      ['commission', 'commissionShare'],
    ],
    [
      'update commission set share = share + 1 where id = $1',
      'update commission set share = share - 1 where id = $1',
      ofUser,
      ['commissionShare'],
    ],
    [
      'update commission set back = 2, netted = 2 where id = $1',
      'update commission set back = 0, netted = 0 where id = $1',
      ofUser,
      ['commissionBack'],
    ],
    [
      'update promoter_payout set amount = amount + 100 where id = $1',
      'update promoter_payout set amount = amount - 100 where id = $1',
      payout,
      ['payout'],
    ],
    [
      'update promoter_payout set amount = 9000000 where id = $1',
      'update promoter_payout set amount = 100 where id = $1',
      payout,
      ['payout', 'payoutAbove'],
    ],
  ])
  await drawer.close(shift.id, 499)
})

it('finds a held fee without a sign-up, or of another amount', async () => {
  const at = (hours: number) => toWireTime(new Date(server.clock.now().getTime() + hours * HOUR))
  const times = { registrationStart: at(-1), registrationEnd: at(2), startTime: at(3), endTime: at(4) }
  await manager.events.add({ body: { eventName: '对账赛', registrationFee: 30, lateRefund: 50, ...times } })
  const [event] = (await manager.events.list({ query: { eventName: '对账赛' } })).result.records
  const body = { eventId: event?.id ?? '', userId: await venue.member({ balance: 5000 }), password: '' }
  const { id } = (await cashier.eventSignUps.add({ key: newId(), body })).result
  await finds([
    [
      'update event_sign_up set fee = 2900 where id = $1',
      'update event_sign_up set fee = 3000 where id = $1',
      id,
      ['eventHold'],
    ],
    [
      "update event_sign_up set org_code = 'A01A09' where id = $1",
      `update event_sign_up set org_code = '${STORE}' where id = $1`,
      id,
      ['hold'],
    ],
  ])
})

it('finds a count of SMS that is not what was bought less what was sent', async () => {
  const [store] = await venue.rows('store').where('orgCode', STORE)
  // At night a mass message would wait.
  await venue.inEveryStore((trx) =>
    trx.updateTable('store').set({ smsQuietFrom: 0, smsQuietTo: 0 }).where('orgCode', '=', STORE).execute(),
  )
  await admin.departs.edit({ body: { id: String(store?.id), smsCount: 10 } })
  await admin.smsPackages.add({ body: { packageName: '对账包', smsTexts: 100, price: 6, sellerCode: STORE } })
  const { offers } = (await manager.smsPurchases.offers()).result
  const packageId = offers.find(({ packageName }) => packageName === '对账包')?.id ?? ''
  const purchase = newId()
  await manager.smsPurchases.add({ key: purchase, body: { packageId, price: 6, payCode: codeEnding(0) } })
  await passes(server, 10_000)
  const template = { templateName: '对账', templateType: '1', templateContent: '您好' } as const
  await manager.messageTemplates.add({ body: { templateCode: 'reconciled', ...template } })
  const send = async (key: string) => {
    const body = { templateCode: 'reconciled', receiver: '13700000001', testData: '{}' }
    await manager.messageTemplates.sendMsg({ key, body })
    const delivery = { id: key, data: { id: key, orgCode: STORE }, lastAttempt: true }
    await deliver(server.deps, delivery as Parameters<typeof deliver>[1])
  }
  // Of the time before changes were recorded, when purchases were: it has no entry.
  const before = newId()
  await send(before)
  await withClient(server.database.ownerUrl, async (owner) => {
    await owner.query('delete from sms_entry where cause_id = $1', [before])
    await owner.query("update message set created_at = created_at - interval '30 days' where id = $1", [before])
    await owner.query("update sms_entry set created_at = created_at - interval '60 days' where kind = 'purchase'")
    await owner.query('update store set sms_count = sms_count + 1 where org_code = $1', [STORE])
  })
  await send(newId())
  const sent = newId()
  await send(sent)
  await venue.member({ phone: '13700000002', messageConsent: 'YES', birthday: '1990-05-05' })
  const words = { title: '活动', content: '欢迎', audience: { birthdayMonth: 5 } }
  const { people, previewId } = (await manager.massMessages.preview({ body: words })).result
  const [mass = ''] = (await manager.massMessages.add({ key: newId(), body: { ...words, people, previewId } })).result
    .ids
  await workMassMessages(server.deps)
  expect((await venue.rows('massMessage').where('id', mass))[0]?.queued).toBe(people)
  await manager.massMessages.stop({ key: newId(), body: { id: mass } })
  expect((await venue.rows('store').where('orgCode', STORE))[0]?.smsCount).toBe(108)
  await finds([
    [
      'update store set sms_count = sms_count + 1 where id = $1',
      'update store set sms_count = sms_count - 1 where id = $1',
      String(store?.id),
      ['smsCount'],
    ],
    [
      'update sms_purchase set texts = texts + 1 where id = $1',
      'update sms_purchase set texts = texts - 1 where id = $1',
      purchase,
      ['smsPurchase'],
    ],
    [
      'update sms_purchase set amount = amount + 1 where id = $1',
      'update sms_purchase set amount = amount - 1 where id = $1',
      purchase,
      ['payment'],
    ],
    [
      'update mass_message set queued = 1 where id = $1',
      'update mass_message set queued = 0 where id = $1',
      mass,
      ['smsMass'],
    ],
    [
      "update sms_entry set kind = 'mass' where cause_id = $1",
      "update sms_entry set kind = 'message' where cause_id = $1",
      sent,
      ['smsMass', 'smsMessage'],
    ],
  ])
})
