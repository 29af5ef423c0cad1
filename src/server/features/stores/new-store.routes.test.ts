import { describe, expect, it } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import { slices } from '#server/slices.ts'
import { newId } from '#shared/core/id.ts'
import { CopiedPart } from '#shared/features/stores/new-store.contract.ts'
import { settingNames } from '#shared/features/stores/store-settings.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { PASSWORD } from '#tests/support/venue/people.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, hq, admin } = await testVenue(['hq', 'admin'])
const other = await server.startCopy()

const SOURCE = 'A01A01'
const FIRST = 'Erstes-Passwort-1'

let count = 0
type Body = Parameters<TestClient['newStore']['open']>[0]['body']
const bodyOf = (given: Partial<Body> = {}): Body => ({
  departName: `新店${++count}`,
  parentId: demoStores.A01.id,
  address: '港湾路 9 号',
  ...given,
})
const open = async (given: Partial<Body> = {}, by = hq, key = newId()) =>
  (await by.newStore.open({ body: bodyOf(given), key })).result
const managerOf = (username: string) => ({
  managerUsername: username,
  managerRealname: '店长',
  managerPassword: FIRST,
})
const storesCalled = async (departName: string) =>
  (await admin.departs.list({ query: { departName } })).result.records.length
const switchOf = async (client: TestClient) =>
  (await client.signIn.currentDeparts()).result.list.map(({ orgCode }) => orgCode)
const settingsOf = async (orgCode: string) => (await admin.storeSettings.query({ query: { orgCode } })).result?.values

describe('a store created by its owner', () => {
  it('appears at once in the owner’s store switch, on every copy of the server', async () => {
    const elsewhere = { ...other.client(hq.token), token: hq.token, user: hq.user }
    expect(await switchOf(elsewhere)).toEqual(['A01'])
    const { orgCode } = await open()
    expect(await switchOf(hq)).toContain(orgCode)
    expect(await switchOf(elsewhere)).toContain(orgCode)
    expect((await elsewhere.signIn.currentDeparts()).result.scope.map((store) => store.orgCode)).toContain(orgCode)
    await elsewhere.signIn.selectDepart({ body: { orgCode } })
    await until(async () => expect((await hq.firstRun.query({ query: {} })).result).toMatchObject({ isCurrent: true }))
    await hq.signIn.selectDepart({ body: { orgCode: 'A01' } })
  })

  it('appears there too if it was added on the page of stores, and can be deleted again', async () => {
    await hq.departs.add({ body: { parentId: demoStores.A01.id, departName: '手工店' } })
    const [store] = (await hq.departs.list({ query: { departName: '手工店' } })).result.records
    expect(await switchOf(hq)).toContain(store?.orgCode)
    await hq.departs.delete({ query: { id: store?.id ?? '' } })
    expect(await switchOf(hq)).not.toContain(store?.orgCode)
  })

  it('is created once if the call is repeated, also with another manager’s account', async () => {
    const key = newId()
    const departName = '唯一店'
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => open({ departName, copyFrom: SOURCE, ...managerOf('einziger') }, hq, key)),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await storesCalled(departName)).toBe(1)
    expect(await codeOf(open({ departName: '别的店' }, hq, key))).toBe('common.keyReused')
    // The username is in use: the store is rolled back.
    expect(await codeOf(open({ departName: '没有的店', copyFrom: SOURCE, ...managerOf('einziger') }))).not.toBe('done')
    expect(await storesCalled('没有的店')).toBe(0)
  })

  it('has the purchases of its chain, unless the platform sets others', async () => {
    const boughtBy = async (given: Partial<Body>, by = hq) => {
      const { id } = await open(given, by)
      const [store] = (await admin.departs.list({ query: { id } })).result.records
      return { apps: store?.apps, acceptsCash: store?.acceptsCash, endTime: store?.endTime }
    }
    await admin.departs.edit({ body: { id: demoStores.A01.id, endTime: '2099-12-31' } })
    expect(await boughtBy({})).toEqual({ apps: ['XWHF'], acceptsCash: 'YES', endTime: '2099-12-31 23:59:59' })
    const chosen = { apps: [], acceptsCash: 'NO' as const }
    expect(await boughtBy(chosen, admin)).toMatchObject(chosen)
    expect(await codeOf(open({ apps: ['XWHF', 'MORE'] }))).toBe('departs.boughtByPlatform')
    await admin.departs.edit({ body: { id: demoStores.A01.id, endTime: '' } })
  })

  it('begins with the settings of the input, and its first manager replaces the password', async () => {
    const { orgCode } = await open({ timeZone: 'Asia/Urumqi', dayStartHour: 5, ...managerOf('chef') })
    expect(await settingsOf(orgCode)).toMatchObject({ timeZone: 'Asia/Urumqi', dayStartHour: 5 })
    const login = (newPassword?: string) =>
      server.client().signIn.login({ body: { username: 'chef', password: FIRST, newPassword } })
    expect(await codeOf(login())).toBe('auth.ownPasswordNeeded')
    expect((await login(PASSWORD)).result.userInfo).toMatchObject({ orgCode, identity: '1' })
  })
})

describe('a store that copies another', () => {
  const listsOf = async (orgCode: string) => {
    const at = { ...admin }
    await at.signIn.selectDepart({ body: { orgCode: 'A01' } })
    const query = { pageSize: 1000, sysOrgCode: orgCode }
    return {
      levels: (await at.memberLevels.list({ query })).result.records,
      rules: (await at.consumeRules.list({ query })).result.records,
      recharge: (await at.rechargeRules.list({ query })).result.records,
      cards: (await at.playCardRules.list({ query })).result.records,
      rates: (await at.exchangeRates.list({ query })).result.records,
      types: (await at.vehicleTypes.list({ query })).result.records,
    }
  }
  const without = (rows: readonly object[]) =>
    rows
      .map((row) => {
        const own = [
          'id',
          'sysOrgCode',
          'createBy',
          'createTime',
          'updateBy',
          'updateTime',
          'memberCount',
          'vehicleCount',
          'sysOrgCode_dictText',
          // Gifts are the other store's.
          'giftId',
          'giftName',
          'giftCount',
        ]
        return JSON.stringify(Object.entries(row).filter(([name]) => !own.includes(name)))
      })
      .sort()

  it('has separate copies of its rules, levels, types, layouts and settings', async () => {
    const manager = await server.signIn('manager', SOURCE)
    await manager.storeSettings.edit({
      body: {
        orgCode: SOURCE,
        queueMinutes: 47,
        receiptHeadZh: '老店地址',
        receiptFootZh: '欢迎再来',
        tvPassword: 'tv-geheim',
      },
    })
    const [copied] = (await manager.consumeRules.list({ query: { pageSize: 1 } })).result.records
    const { orgCode, copied: counts } = await open({ copyFrom: SOURCE, dayStartHour: 6 })
    const [before, after] = [await listsOf(SOURCE), await listsOf(orgCode)]
    for (const part of ['levels', 'rules', 'recharge', 'cards', 'rates', 'types'] as const) {
      expect(before[part].length, part).toBeGreaterThan(0)
      expect(without(after[part]), part).toEqual(without(before[part]))
      const ids = new Set(before[part].map(({ id }) => id))
      expect(after[part].some(({ id }) => ids.has(id))).toBe(false)
    }
    const { rules, recharge, cards, rates } = before
    expect(counts.rules).toBe([rules, recharge, cards, rates].flat().length)
    expect(recharge.some(({ giftId }) => giftId !== '')).toBe(true)
    expect(after.recharge.map(({ giftId, giftCount }) => [giftId, giftCount])).toEqual(recharge.map(() => ['', 0]))
    // A change of the copy does not change the original.
    await manager.consumeRules.edit({ body: { id: copied?.id ?? '', consumeRoleName: '改名' } })
    expect((await listsOf(orgCode)).rules.map(({ consumeRoleName }) => consumeRoleName)).not.toContain('改名')
    const settings = await settingsOf(orgCode)
    const expected = { ...(await settingsOf(SOURCE)), dayStartHour: 6, receiptHeadZh: '', receiptHeadEn: '' }
    expect(Object.keys(settings ?? {})).toEqual([...settingNames])
    expect(settings).toEqual(expected)
    expect((await admin.storeSettings.query({ query: { orgCode } })).result?.secrets).toEqual([])
  })

  it('copies every part that the slices name, and each part has a name', () => {
    const parts = slices.flatMap(({ copiedTables = [] }) => copiedTables.map(({ part }) => part))
    expect(new Set(parts)).toEqual(new Set(CopiedPart.options))
  })
})

describe('opening a store', () => {
  it('is for users who may add a store there, and copies nothing that they cannot see', async () => {
    await admin.departs.add({ body: { parentId: '', departName: '别家连锁' } })
    const [chain] = (await admin.departs.list({ query: { departName: '别家连锁' } })).result.records
    const foreign = await open({ parentId: chain?.id, departName: '别家店' }, admin)
    expect(await codeAndFieldOf(open({ copyFrom: foreign.orgCode }))).toBe('newStore.sourceUnknown copyFrom')
    expect(await codeAndFieldOf(open({ parentId: chain?.id }))).toBe('newStore.chainNeeded parentId')
    expect(await codeAndFieldOf(open({ parentId: demoStores.A01A01.id }))).toBe('newStore.chainNeeded parentId')
    // A chain has no rows to copy.
    expect(await codeAndFieldOf(open({ copyFrom: 'A01' }))).toBe('newStore.sourceUnknown copyFrom')
    const manager = await server.signIn('manager', SOURCE)
    expect(await codeOf(open({}, manager))).toBe('auth.forbidden')
    expect(await switchOf(manager)).toEqual(['A01A01', 'A01A02'])
  })

  it('grants only what the platform has sold, and requires all fields of a manager', async () => {
    expect(await codeOf(open({ apps: ['XWHF'] }))).toBe('departs.boughtByPlatform')
    expect(await codeOf(open({ acceptsCash: 'YES' }))).toBe('departs.boughtByPlatform')
    const { orgCode } = await open({ apps: ['XWHF'], acceptsCash: 'YES' }, admin)
    expect((await admin.storeSettings.query({ query: { orgCode } })).result).toMatchObject({
      apps: ['XWHF'],
      acceptsCash: 'YES',
    })
    expect(await codeAndFieldOf(open({ managerUsername: 'ohnename', managerPassword: FIRST }))).toBe(
      'newStore.managerIncomplete managerRealname',
    )
    expect(await codeAndFieldOf(open({ managerUsername: 'ohnewort', managerRealname: '店长' }))).toBe(
      'newStore.managerIncomplete managerPassword',
    )
  })
})
