import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { ConsumeType, type ConsumeType as Type } from '#shared/features/rules/consume-rules.contract.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule } from '#tests/support/venue/venue.ts'

const { venue, manager, cashier, hq } = await testVenue(['manager', 'cashier', 'hq'])

/** The minimal input of a rule of each type. */
const least: Record<Type, object> = {
  BALANCE: { price: 68 },
  FREQUENCY: { frequency: 1 },
  INTEGRAL: { integral: 100 },
  BALANCEANDINTEGRAL: { price: 30, integral: 50 },
  GROUPCOUPON: { couponValue: 68 },
  QUAN: {},
  NOCARDCONSUME: { price: 0 },
  PLAYFREELY: {},
  TESTCARD: {},
  COIN: { coins: 4 },
  GIFT: { price: 20 },
}

let count = 0
const ruleOf = (consumeTypeRole: Type = 'BALANCE', given: object = {}) => ({
  consumeRoleName: `新规则${++count}`,
  consumeTypeRole,
  countCycleNumber: 8,
  ...least[consumeTypeRole],
  ...given,
})
const listed = async (client = manager) =>
  (await client.consumeRules.list({ query: { pageSize: 200, sysOrgCode: 'A01A01' } })).result.records
const named = async (name: string) => {
  const found = (await listed()).find(({ consumeRoleName }) => consumeRoleName === name)
  if (!found) throw new Error(`no rule ${name}`)
  return found
}
const added = async (given: object = {}, type: Type = 'BALANCE') => {
  const body = ruleOf(type, given)
  await manager.consumeRules.add({ body })
  return named(body.consumeRoleName)
}
const offered = async () =>
  (await cashier.consumeRules.listActive({ query: { pageSize: 1000 } })).result.records.map(({ id }) => id)

describe('a consume rule', () => {
  it('stores every field of the specification, and is last in the counter’s list', async () => {
    const given = {
      toolType: 'CARD',
      priceMode: 'one',
      price: 38.5,
      duration: 10,
      consumeMode: 'immediate',
      useBracelet: 'YES',
      braceletCount: 2,
      amountType: 'LIMIT',
      dayLimitCount: 20,
      memberLimitCount: 3,
      memberDay: '5,1',
      memberDayLimitCount: 1,
      gatherFace: 'YES',
      cuExp: 10,
      isRanking: 'NO',
    } as const
    const rule = await added(given)
    expect(rule).toMatchObject({
      ...given,
      memberDay: '1,5',
      sysOrgCode: 'A01A01',
      sysOrgCode_dictText: '极速卡丁·滨江店',
    })
    expect(rule).toMatchObject({ priceMode_dictText: '整单扣一次', memberDay_dictText: '星期一,星期五' })
    expect((await offered()).at(-1)).toBe(rule.id)
  })

  it.each(ConsumeType.options)(
    'of type %s requires the fields that it charges, and clears the others',
    async (type) => {
      const everything = {
        price: 9,
        deposit: 9,
        integral: 9,
        coins: 9,
        frequency: 9,
        duration: 9,
        couponValue: 9,
        cuExp: 9,
      }
      const rule = await added(everything, type)
      const used = {
        BALANCE: ['price'],
        FREQUENCY: ['frequency'],
        INTEGRAL: ['integral'],
        BALANCEANDINTEGRAL: ['price', 'integral'],
        GROUPCOUPON: ['couponValue'],
        QUAN: [],
        NOCARDCONSUME: ['price', 'deposit'],
        PLAYFREELY: [],
        TESTCARD: [],
        COIN: ['coins'],
        GIFT: ['price'],
      }[type] as readonly string[]
      const amounts = ['price', 'deposit', 'integral', 'coins', 'frequency', 'couponValue'] as const
      expect(amounts.filter((name) => rule[name] > 0)).toEqual(used)
      expect(rule.duration).toBe(type === 'QUAN' ? 0 : 9)
      expect(rule.priceMode).toBe(['PLAYFREELY', 'TESTCARD'].includes(type) ? 'one' : 'every')
    },
  )

  it.each([
    ['BALANCE', { price: 0 }, 'rules.priceNeeded', 'price'],
    ['FREQUENCY', { frequency: 0 }, 'rules.frequencyNeeded', 'frequency'],
    ['FREQUENCY', { projectType: 'nowhere' }, 'rules.projectUnknown', 'projectType'],
    ['INTEGRAL', { integral: 0 }, 'rules.integralNeeded', 'integral'],
    ['BALANCEANDINTEGRAL', { integral: 0 }, 'rules.integralNeeded', 'integral'],
    ['GROUPCOUPON', { couponValue: 0 }, 'rules.couponNeeded', 'couponValue'],
    ['GROUPCOUPON', { codeCount: 0 }, 'rules.codeCountRange', 'codeCount'],
    ['GROUPCOUPON', { codeMinutes: 0 }, 'rules.codeMinutesRange', 'codeMinutes'],
    ['QUAN', { countCycleNumber: 0, duration: 9 }, 'rules.lapsNeeded', 'countCycleNumber'],
    ['NOCARDCONSUME', { countCycleNumber: 0 }, 'rules.lengthNeeded', 'countCycleNumber'],
    ['BALANCE', { toolType: 'GIFT' }, 'rules.giftToolOwnType', 'toolType'],
    ['BALANCE', { amountType: 'LIMIT' }, 'rules.limitNeeded', 'dayLimitCount'],
    ['BALANCE', { amountType: 'LIMIT', dayLimitCount: 0 }, 'rules.limitRange', 'dayLimitCount'],
    ['BALANCE', { dayLimitCount: -2 }, 'common.invalidInput', 'dayLimitCount'],
    ['BALANCE', { memberDay: '1,8' }, 'common.invalidInput', 'memberDay'],
    ['BALANCE', { memberDay: '2,2' }, 'common.invalidInput', 'memberDay'],
    ['BALANCE', { useBracelet: 'YES', consumeMode: 'immediate' }, 'rules.braceletsNeeded', 'braceletCount'],
    ['BALANCE', { useBracelet: 'YES', braceletCount: 1 }, 'rules.braceletsAtOnce', 'consumeMode'],
    ['BALANCE', { consumeRoleName: ' ' }, 'common.invalidInput', 'consumeRoleName'],
    ['BALANCE', { sysOrgCode: 'A01A02' }, 'rules.chooseStore', 'sysOrgCode'],
  ] as const)('%s with %o is refused: %s', async (type, given, code, field) => {
    await expect(manager.consumeRules.add({ body: ruleOf(type, given) })).rejects.toMatchObject({
      code,
      details: { field },
    })
  })

  it('is checked as a whole when one field changes, and can always be switched off', async () => {
    const rule = await added()
    const half = venue.rule({ name: '旧的半条规则', consumeType: 'GROUPCOUPON', price: 0 })
    await expect(manager.consumeRules.edit({ body: { id: rule.id, price: 0 } })).rejects.toMatchObject({
      code: 'rules.priceNeeded',
    })
    await manager.consumeRules.edit({ body: { id: rule.id, consumeTypeRole: 'QUAN' } })
    expect(await named(rule.consumeRoleName)).toMatchObject({ consumeTypeRole: 'QUAN', price: 0 })
    const { id } = await half
    await expect(manager.consumeRules.edit({ body: { id, cuExp: 1 } })).rejects.toMatchObject({
      code: 'rules.couponNeeded',
    })
    await manager.consumeRules.edit({ body: { id, isActive: 'NO' } })
    expect(await offered()).not.toContain(id)
  })

  it('has a unique name, also under concurrency', async () => {
    const body = ruleOf()
    const [one, two] = await Promise.allSettled([
      manager.consumeRules.add({ body }),
      hq.consumeRules.add({
        body: { ...body, sysOrgCode: 'A01A01' },
      }),
    ])
    expect([one, two].filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'rules.nameTaken' } },
    ])
    const { id } = await named(body.consumeRoleName)
    await manager.consumeRules.edit({ body: { id, isActive: 'NO' } })
    await manager.consumeRules.add({ body })
    await expect(manager.consumeRules.edit({ body: { id, isActive: 'YES' } })).rejects.toMatchObject({
      code: 'rules.nameTaken',
      details: { field: 'consumeRoleName' },
    })
  })

  it('is copied as inactive, once per key', async () => {
    const rule = await added({ price: 12, memberDay: '3', dayLimitCount: 9, amountType: 'LIMIT' })
    const key = newId()
    const first = await manager.consumeRules.copy({ body: { id: rule.id }, key })
    const again = await manager.consumeRules.copy({ body: { id: rule.id }, key })
    expect(again.result).toEqual(first.result)
    const copies = (await listed()).filter((one) => one.consumeRoleName === `${rule.consumeRoleName} 副本`)
    expect(copies).toMatchObject([{ price: 12, memberDay: '3', dayLimitCount: 9, isActive: 'NO' }])
    expect(await offered()).not.toContain(first.result.id)
  })

  it('that is deleted stays unchanged for its orders', async () => {
    const rule = await added({ price: 21 })
    const { id: vehicleId } = await venue.vehicle()
    const key = newId()
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId, ruleId: rule.id }), key })
    await manager.consumeRules.edit({
      body: { id: rule.id, price: 99, countCycleNumber: 3, consumeRoleName: '改名后' },
    })
    await manager.consumeRules.delete({ query: { id: rule.id } })
    const [record] = await venue.rows('playRecord').where('id', key)
    expect(record).toMatchObject({ ruleId: rule.id, ruleName: rule.consumeRoleName, price: 2100, laps: 8 })
    expect((await listed()).map(({ id }) => id)).not.toContain(rule.id)
    expect(await offered()).not.toContain(rule.id)
    const gone = { code: 'common.recordNotFound' }
    await expect(manager.consumeRules.delete({ query: { id: rule.id } })).rejects.toMatchObject(gone)
    await expect(manager.consumeRules.edit({ body: { id: rule.id, isActive: 'YES' } })).rejects.toMatchObject(gone)
    await expect(manager.consumeRules.copy({ body: { id: rule.id }, key: newId() })).rejects.toMatchObject(gone)
    const { id: other } = await venue.vehicle()
    await expect(
      cashier.playBeforePay.add({ body: venue.start({ vehicleId: other, ruleId: rule.id }), key: newId() }),
    ).rejects.toMatchObject({ code: 'sessions.ruleNotFound' })
  })

  it('cannot be read, changed, copied or sorted by another store', async () => {
    const elsewhere = demoRule('BALANCE', 'A01A02').id
    const unknown = { code: 'common.recordNotFound' }
    await expect(manager.consumeRules.queryById({ query: { id: elsewhere } })).rejects.toMatchObject(unknown)
    await expect(manager.consumeRules.edit({ body: { id: elsewhere, price: 1 } })).rejects.toMatchObject(unknown)
    await expect(manager.consumeRules.copy({ body: { id: elsewhere }, key: newId() })).rejects.toMatchObject(unknown)
    await expect(manager.consumeRules.delete({ query: { id: elsewhere } })).rejects.toMatchObject(unknown)
    await expect(manager.consumeRules.sort({ body: { ids: [elsewhere] } })).rejects.toMatchObject(unknown)
  })

  it('is created only with the permission, and by headquarters for a named store', async () => {
    await expect(cashier.consumeRules.add({ body: ruleOf() })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(hq.consumeRules.add({ body: ruleOf() })).rejects.toMatchObject({ code: 'rules.chooseStore' })
    const body = { ...ruleOf(), sysOrgCode: 'A01A01' }
    await hq.consumeRules.add({ body })
    expect(await named(body.consumeRoleName)).toMatchObject({ createBy: 'hq' })
  })
})

describe('the order of rules', () => {
  const inOrder = async () => (await listed()).map(({ id }) => id)

  it('is the last one set, and rules added concurrently get unique positions', async () => {
    const before = await inOrder()
    const one = before.toReversed()
    const two = [...before.slice(1), ...before.slice(0, 1)]
    await Promise.all([manager.consumeRules.sort({ body: { ids: one } }), hq.consumeRules.sort({ body: { ids: two } })])
    expect([one, two]).toContainEqual(await inOrder())
    await Promise.all([added(), added(), added()])
    const places = (await listed()).map(({ indexNumber }) => indexNumber)
    expect(new Set(places).size).toBe(before.length + 3)
  })

  it('is refused if the list has changed, or spans several stores', async () => {
    const ids = await inOrder()
    const changed = { code: 'rules.listChanged' }
    await expect(manager.consumeRules.sort({ body: { ids: ids.slice(1) } })).rejects.toMatchObject(changed)
    await expect(manager.consumeRules.sort({ body: { ids: [...ids.slice(1), ids[1] ?? ''] } })).rejects.toMatchObject(
      changed,
    )
    await expect(
      hq.consumeRules.sort({ body: { ids: [...ids, demoRule('BALANCE', 'A01A02').id] } }),
    ).rejects.toMatchObject({ code: 'rules.severalStores' })
    expect(await inOrder()).toEqual(ids)
  })
})

describe('rules to begin with', () => {
  it('are of several types, created once per key and name, in the caller’s language', async () => {
    const key = newId()
    const body = { kind: 'kart' } as const
    const { result } = await manager.consumeRules.addTemplates({ body, key })
    // The demo store already has rules with the other names.
    expect(result).toEqual({ consumeRules: ['标准卡丁 8 圈', '亲子双人卡丁'], rechargeRules: [] })
    expect((await manager.consumeRules.addTemplates({ body, key })).result).toEqual(result)
    const again = await manager.consumeRules.addTemplates({ body, key: newId() })
    expect(again.result).toEqual({ consumeRules: [], rechargeRules: [] })
    for (const [kind, recharges] of [
      ['simulator', 1],
      ['kids', 0],
    ] as const) {
      const more = await manager.consumeRules.addTemplates({ body: { kind }, key: newId() })
      expect(more.result.consumeRules.length).toBeGreaterThan(0)
      expect(more.result.rechargeRules).toHaveLength(recharges)
    }
    const types = new Set((await listed()).map(({ consumeTypeRole }) => consumeTypeRole))
    expect(types.size).toBeGreaterThan(4)
  })
})
