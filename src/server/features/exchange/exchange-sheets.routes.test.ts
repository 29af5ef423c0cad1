import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ImportReport } from '#shared/core/excel.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-exchange-'))
const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'], { dataDir })
const other = await server.signIn('manager2')
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const exported = async (path: string): Promise<Blob> => {
  const answer = await server.request(`/api/exchange/${path}`, { token: manager.token })
  expect(answer.status).toBe(200)
  return answer.blob()
}

async function rowsOf(workbook: Blob): Promise<string[][]> {
  const path = join(dataDir, `${newId()}.xlsx`)
  await writeFile(path, Buffer.from(await workbook.arrayBuffer()))
  return (await readWorkbook(path, 1000)).map(({ cells }) => cells)
}

async function imported(workbook: Blob, { token }: TestClient): Promise<Envelope<ImportReport>> {
  const body = new FormData()
  body.append('file', workbook, 'rates.xlsx')
  const answer = await server.request('/api/exchange/sysExchangeRate/importExcel', { method: 'POST', body, token })
  return (await answer.json()) as Envelope<ImportReport>
}

it('rates go from one store to another by a workbook, with projects by name', async () => {
  await manager.subProjects.add({ body: { name: '卡丁车' } })
  await other.subProjects.add({ body: { name: '卡丁车' } })
  const rate = {
    fromWallet: 'frequency',
    toWallet: 'give',
    fromAmount: 2,
    toAmount: 7.25,
    minimum: 4,
    step: 2,
  } as const
  const remark = newId()
  await manager.exchangeRates.add({
    body: { ...rate, fromProject: '卡丁车', dayLimit: 20, memberLevel: 'vip', remark },
  })
  const workbook = await exported(`sysExchangeRate/exportXls?remark=${remark}`)
  const text = (await rowsOf(workbook)).map((row) => row.join(' ')).join('\n')
  expect(text).toMatch(/次数 卡丁车 2 赠送 +7\.25 4 2 20 vip 是/)
  expect(await imported(workbook, other)).toMatchObject({ success: true, result: null })
  const [copy] = (await other.exchangeRates.list({ query: { remark } })).result.records
  expect(copy).toMatchObject({
    ...rate,
    fromProject_dictText: '卡丁车',
    toProject: '',
    dayLimit: 20,
    memberLevel: 'vip',
    isActive: 'YES',
    sysOrgCode: 'A01A02',
  })
  const [original] = (await manager.exchangeRates.list({ query: { remark } })).result.records
  expect(copy?.fromProject).not.toBe(original?.fromProject)
})

it('a workbook with a level that the store does not have adds nothing, and says why', async () => {
  const remark = newId()
  const rate = {
    fromWallet: 'integral',
    toWallet: 'give',
    fromAmount: 100,
    toAmount: 1,
    minimum: 100,
    step: 100,
  } as const
  await manager.exchangeRates.add({ body: { ...rate, memberLevel: 'vip', remark } })
  const workbook = await exported(`sysExchangeRate/exportXls?remark=${remark}`)
  const { records } = (await other.memberLevels.list({ query: { code: 'vip' } })).result
  await venue.inEveryStore(async (trx) => {
    await trx.updateTable('member').set({ memberLevel: '' }).where('orgCode', '=', 'A01A02').execute()
    await trx.deleteFrom('exchangeRate').where('orgCode', '=', 'A01A02').execute()
    await trx
      .deleteFrom('memberLevel')
      .where('id', '=', records[0]?.id ?? '')
      .execute()
  })
  const { result } = await imported(workbook, other)
  expect(result).toMatchObject({ successCount: 0, errorCount: 1 })
  expect(JSON.stringify(result)).toContain('本店没有这个会员等级')
  expect((await other.exchangeRates.list({ query: { remark } })).result.total).toBe(0)
})

it('exchanges are exported as they are listed', async () => {
  const userId = await venue.member({ integral: 500 })
  const { rates } = (await cashier.exchanges.options({ query: { userId } })).result
  const rate = rates.find(({ fromWallet, toWallet }) => fromWallet === 'integral' && toWallet === 'give')
  await cashier.exchanges.add({ key: newId(), body: { userId, rateId: rate?.rateId ?? '', amount: 300 } })
  const text = (await rowsOf(await exported(`sysExchange/exportXls?userId=${userId}`))).map((row) => row.join(' '))
  expect(text.at(-1)).toMatch(new RegExp(`已兑换 ${userId} 积分 +300 赠送 +3 100 1 ${cashier.user.realname}`))
})

it('an exchange is in the movement of the liability and in no figure of business', async () => {
  const figures = async () => (await manager.statistics.figures({ query: {} })).result
  const userId = await venue.member({ give: 0, integral: 500 })
  const before = await figures()
  const { rates } = (await cashier.exchanges.options({ query: { userId } })).result
  const rate = rates.find(({ fromWallet, toWallet }) => fromWallet === 'integral' && toWallet === 'give')
  const moved = async () =>
    (await manager.liability.query({ query: {} })).result.movement.causes.find(
      ({ causeKind }) => causeKind === 'exchange',
    )?.give ?? 0
  const earlier = await moved()
  await cashier.exchanges.add({ key: newId(), body: { userId, rateId: rate?.rateId ?? '', amount: 200 } })
  expect((await moved()) - earlier).toBe(2)
  expect(await figures()).toEqual(before)
})
