import { describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { venueOf } from '#tests/support/venue/venue.ts'

const { server, cashier } = await testVenue(['cashier'])

const find = async (query: { idCard?: string; id?: string }) =>
  (await cashier.members.searchMemberById({ query })).result

const search = async (query: { keyword?: string; phone?: string; column?: string; order?: 'asc' | 'desc' }) =>
  (await cashier.members.search({ query })).result.records.map(({ id }) => id)

describe('finding a member', () => {
  it('by the scanned card shows wallets and a masked phone', async () => {
    expect(await find({ idCard: '0004829731' })).toMatchObject({
      id: '100001',
      orgCode: 'A01A01',
      nickname: '风一样的男子',
      phone: '138****1111',
      frozen: false,
      memberLevel: 'vip',
      memberLevel_dictText: 'VIP',
      nextLevel: null,
      balance: 500,
      give: 50,
      integral: 300,
      laps: 20,
      frequency: 10,
      availableBalance: 550,
      havePassword: 'NO',
      isChangWan: 'NO',
      projects: [{ projectType: 'currency', frequency: 10 }],
    })
  })

  it('shows the full phone only with the permission', async () => {
    const manager = await server.signIn('manager', 'A01A01')
    const { result } = await manager.members.searchMemberById({ query: { id: '100001' } })
    expect(result?.phone).toBe('13800001111')
  })

  it('by the number on the card works, and members of other stores are not found', async () => {
    expect(await find({ id: '100002' })).toMatchObject({ id: '100002', balance: 0, availableBalance: 0 })
    expect(await find({ id: '100002' })).toMatchObject({
      memberLevel_dictText: '普通',
      exp: 0,
      nextLevel: { name: '银卡', lacks: 500 },
    })
    expect(await find({ idCard: '100002' })).toMatchObject({ id: '100002' })
    expect(await find({ idCard: '9999999999' })).toBeNull()
    expect(await find({ idCard: ' ' })).toBeNull()
    expect(await find({})).toBeNull()
  })

  it('shows frozen members as frozen, and that a password is needed', async () => {
    expect(await find({ id: '100004' })).toMatchObject({ frozen: true })
    const member = await find({ id: '100003' })
    expect(member).toMatchObject({ havePassword: 'YES' })
    expect(JSON.stringify(member)).not.toContain('argon2')
  })

  it('writes no card number to the log', async () => {
    await find({ idCard: '0004829731' })
    expect(server.logs.join('')).not.toMatch(/0004829731/)
  })
})

describe('searching members', () => {
  it('finds by the beginning of the phone, or by its end after a percent sign', async () => {
    expect(await search({ phone: '138000011' })).toEqual(['100001'])
    expect(await search({ phone: '%2222' })).toEqual(['100002'])
    expect(await search({ keyword: '%3333' })).toEqual(['100003'])
    // Four digits may be the end of a phone.
    expect(await search({ keyword: '3333' })).toEqual(['100003'])
    expect(await search({ keyword: '333' })).toEqual([])
    expect((await search({ keyword: '13800', column: 'id', order: 'asc' })).slice(0, 2)).toEqual(['100001', '100002'])
  })

  it('finds by number, card and any part of a name', async () => {
    expect(await search({ keyword: '100005' })).toEqual(['100005'])
    expect(await search({ keyword: '0004829736' })).toEqual(['100006'])
    expect(await search({ keyword: '的男' })).toEqual(['100001'])
    expect(await search({ keyword: 'SPEED' })).toEqual(['100010'])
    expect(await search({ keyword: '黄蓉' })).toEqual(['100008'])
  })

  it('treats pattern characters as text', async () => {
    expect(await search({ keyword: '_' })).toEqual([])
    expect(await search({ keyword: '男%' })).toEqual([])
    expect(await search({ keyword: "' or '1'='1" })).toEqual([])
  })

  it('pages and sorts', async () => {
    const { result } = await cashier.members.search({ query: { pageSize: 3, column: 'id', order: 'asc' } })
    expect(result).toMatchObject({ total: 10, pages: 4, size: 3 })
    expect(result.records.map(({ id }) => id)).toEqual(['100001', '100002', '100003'])
  })
})

describe('the demo venue', () => {
  it('has a ledger that adds up to every wallet', async () => {
    expect(await venueOf(server).inEveryStore(replayLedger)).toEqual([])
  })
})
