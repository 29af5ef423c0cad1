import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])

const rechargeRules = async () => (await manager.rechargeRules.list({ query: { pageSize: 200 } })).result.records
const sold = async () => (await cashier.rechargeRules.listOnSale({ query: { pageSize: 200 } })).result.records

async function addedRecharge(given: object) {
  const roleName = `充值${newId()}`
  await manager.rechargeRules.add({ body: { roleName, recharge: 500, ...given } })
  const rule = (await rechargeRules()).find((one) => one.roleName === roleName)
  if (!rule) throw new Error('not added')
  return rule
}

describe('a recharge rule', () => {
  it('stores price and value, and counters read it', async () => {
    const rule = await addedRecharge({ give: 50, integral: 10, validityType: 'fixedDays', validDays: 365, price: 7 })
    expect(rule).toMatchObject({ recharge: 500, price: 500, give: 50, integral: 10, validDays: 365, validDate: null })
    const { result } = await cashier.rechargeRules.queryById({ query: { id: rule.id } })
    expect(result).toMatchObject({ id: rule.id, projectType_dictText: '通用', validityType_dictText: '固定天数' })
    expect((await sold()).map(({ id }) => id)).toContain(rule.id)
  })

  it.each([
    [{ recharge: 0 }, 'rules.rechargeNeeded', 'recharge'],
    [{ salesMethod: 'listedPrice', price: 0 }, 'rules.listedPriceNeeded', 'price'],
    [{ salesMethod: 'listedPrice', price: 99, recharge: 0 }, 'rules.givesNothing', 'recharge'],
    [{ amountType: 'custom', salesMethod: 'listedPrice' }, 'rules.customHasNoPrice', 'salesMethod'],
    [{ amountType: 'custom', selfRecharge: 'YES' }, 'rules.customNotForSelf', 'selfRecharge'],
    [{ validityType: 'fixedDays' }, 'rules.validDaysNeeded', 'validDays'],
    [{ validityType: 'fixedDate' }, 'rules.validDateNeeded', 'validDate'],
    [{ timeLimit: 'YES' }, 'rules.limitBeginNeeded', 'limitBegin'],
    [{ timeLimit: 'YES', limitBegin: '2026-11-01' }, 'rules.limitEndNeeded', 'limitEnd'],
    [{ timeLimit: 'YES', limitBegin: '2026-11-02', limitEnd: '2026-11-01' }, 'rules.limitEndsBefore', 'limitEnd'],
    [{ frequency: 1, projectType: 'nowhere' }, 'rules.projectUnknown', 'projectType'],
    [{ validDate: '2026-02-30' }, 'common.invalidInput', 'validDate'],
  ] as const)('with %o is refused: %s', async (given, code, field) => {
    await expect(addedRecharge(given)).rejects.toMatchObject({ code, details: { field } })
  })

  it('is on sale on its days by the store’s calendar, while it is active', async () => {
    const day = (offset: number) =>
      toWireTime(new Date(server.clock.now().getTime() + offset * 86_400_000)).slice(0, 10)
    const on = (offset: number) => addedRecharge({ timeLimit: 'YES', limitBegin: day(offset), limitEnd: day(offset) })
    const [today, yesterday, tomorrow] = [await on(0), await on(-1), await on(1)]
    const off = await addedRecharge({ isActive: 'NO' })
    const ids = (await sold()).map(({ id }) => id)
    const offeredNow = [today, yesterday, tomorrow, off].map(({ id }) => ids.includes(id))
    expect(offeredNow).toEqual([true, false, false, false])
    await manager.rechargeRules.edit({ body: { id: today.id, timeLimit: 'NO' } })
    expect((await rechargeRules()).find(({ id }) => id === today.id)).toMatchObject({
      limitBegin: null,
      limitEnd: null,
    })
  })
})

describe('a sub-project', () => {
  const nameOf = (name: string) => manager.subProjects.list({ query: { name } })

  it('is added once, used by rules of its store, and cannot be deleted while one uses it', async () => {
    await manager.subProjects.add({ body: { name: '模拟器' } })
    const taken = { code: 'rules.projectTaken' }
    await expect(manager.subProjects.add({ body: { name: '模拟器' } })).rejects.toMatchObject(taken)
    const [project] = (await nameOf('模拟器')).result.records
    const { id = '', projectType = '' } = project ?? {}
    const { result: options } = await cashier.subProjects.options()
    expect(options.map(({ name }) => name)).toEqual(['通用', '儿童赛道', '模拟器'])
    const card = { roleName: '模拟器月卡', changwanDays: 30, price: 299, projectType }
    await manager.playCardRules.add({ body: card })
    const [rule] = (await manager.playCardRules.list({ query: { projectType } })).result.records
    expect(rule).toMatchObject({ ...card, counts: -1, projectType_dictText: '模拟器' })
    await expect(manager.subProjects.delete({ query: { id } })).rejects.toMatchObject({ code: 'rules.projectInUse' })
    await manager.playCardRules.delete({ query: { id: rule?.id ?? '' } })
    await manager.subProjects.edit({ body: { id, isActive: 'NO' } })
    await expect(manager.playCardRules.add({ body: card })).rejects.toMatchObject({ code: 'rules.projectUnknown' })
    await manager.subProjects.delete({ query: { id } })
    expect((await nameOf('模拟器')).result.total).toBe(0)
  })

  it('of a member cannot be deleted either, nor can a missing one', async () => {
    await manager.subProjects.add({ body: { name: '碰碰车' } })
    const [project] = (await nameOf('碰碰车')).result.records
    const memberId = await venue.member()
    await venue.post({}, [{ account: 'frequency', member: memberId, project: project?.projectType ?? '', delta: 1 }])
    const { id = '' } = project ?? {}
    await expect(manager.subProjects.delete({ query: { id } })).rejects.toMatchObject({ code: 'rules.projectInUse' })
    const gone = { code: 'common.recordNotFound' }
    await expect(manager.subProjects.delete({ query: { id: newId() } })).rejects.toMatchObject(gone)
    await expect(manager.subProjects.delete({ query: { id: 'nonsense' } })).rejects.toMatchObject(gone)
  })
})
