import { expect, it } from 'vitest'
import { scopeOf } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { consumeSmsQuota } from './sms-quota.service.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])

const setLeft = (smsCount: number) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set({ smsCount }).where('orgCode', '=', STORE).execute())
const left = async () => (await venue.rows('store').where('orgCode', STORE))[0]?.smsCount
const send = (content: string) =>
  server.deps.db.scoped(scopeOf(STORE), (trx) =>
    consumeSmsQuota(server.deps, trx, { id: newId(), orgCode: STORE, content }),
  )
const warnings = async (client = manager) => {
  const { sysMsgList } = (await client.announcements.listByUser()).result
  return sysMsgList.map(({ titile }) => titile).filter((title) => title.includes('短信还剩'))
}

it('never sends more SMS than the store has, of several parts and at once', async () => {
  await setLeft(31)
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => send('车'.repeat(71))))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(15)
  expect(await left()).toBe(1)
  await expect(send('车'.repeat(71))).rejects.toThrow('textsUsedUp')
  await send('x')
  expect(await left()).toBe(0)
  await expect(send('x')).rejects.toThrow('textsUsedUp')
})

it('warns managers once when few are left, and again after more were bought', async () => {
  await manager.storeSettings.edit({ body: { orgCode: STORE, smsWarnAt: 10 } })
  await setLeft(12)
  await send('x')
  const before = (await warnings()).length
  await Promise.all(Array.from({ length: 5 }, () => send('x')))
  expect(await left()).toBe(6)
  expect((await warnings()).length).toBe(before + 1)
  expect(await warnings()).toContain('极速卡丁·滨江店 的短信还剩 9 条')
  expect(await warnings(cashier)).toEqual([])
  await setLeft(12)
  for (let sent = 0; sent < 3; sent++) await send('x')
  expect((await warnings()).length).toBe(before + 2)
  // Also when the next call takes nearly all of what was bought.
  await setLeft(100)
  await send('x'.repeat(160 * 95))
  expect((await warnings()).length).toBe(before + 3)
})
