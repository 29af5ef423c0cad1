import { beforeAll, describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { writeInitials } from '#server/features/members/initials.job.ts'
import { newId } from '#shared/core/id.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, cashier, manager } = await testVenue(['cashier', 'manager'])
const elsewhere = await server.signIn('manager2', 'A01A02')

const PASSPORT = 'P98765432'
const RESIDENT = '11010519491231002X'

beforeAll(async () => {
  await writeInitials(server.deps)
})

let counter = 0
/** An unused phone number. */
const freshPhone = () => `1770000${String(++counter).padStart(4, '0')}`
const register = async (given: object, by = cashier) =>
  (await by.memberRecords.add({ body: { realname: '新会员', phone: freshPhone(), ...given } })).result.id
const read = async (id: string, by = manager) => (await by.memberRecords.queryById({ query: { id } })).result
const found = async (query: object, by = cashier) =>
  (await by.memberRecords.list({ query: { column: 'id', order: 'asc', ...query } })).result.records.map(({ id }) => id)

it('writes letters without waiting for locked members, and writes those later', async () => {
  const [busy, free] = [await register({ realname: '伍月' }), await register({ realname: '陆川' })]
  const names = async () =>
    server.deps.db.scoped(EVERY_STORE, (trx) =>
      trx.selectFrom('member').select(['initials', 'spelling']).where('id', 'in', [busy, free]).orderBy('id').execute(),
    )
  await server.deps.db.scoped(EVERY_STORE, (trx) =>
    trx.updateTable('member').set({ initials: '', spelling: '' }).where('id', 'in', [busy, free]).execute(),
  )
  await server.deps.db.scoped(EVERY_STORE, async (trx) => {
    await trx.selectFrom('member').select('id').where('id', '=', busy).forNoKeyUpdate().execute()
    expect(await writeInitials(server.deps)).toBe(1)
  })
  expect(await names()).toEqual([
    { initials: '', spelling: '' },
    { initials: 'lc', spelling: 'luchuan' },
  ])
  expect(await writeInitials(server.deps)).toBe(1)
  expect(await names()).toEqual([
    { initials: 'wy', spelling: 'wuyue' },
    { initials: 'lc', spelling: 'luchuan' },
  ])
})

describe('registering', () => {
  it('stores all fields and returns the number', async () => {
    const id = await register(
      {
        realname: '单田芳',
        nickname: '说书人',
        phone: '+44 20 7946-0958',
        physicalCard: '4899001',
        gender: '1',
        birthday: '1990-02-28',
        idCard: RESIDENT.toLowerCase(),
        memberLevel: 'vip',
        editLimit: 3,
        endTime: '2030-01-01 00:00:00',
        remark: '常来',
      },
      manager,
    )
    expect(await read(id)).toMatchObject({
      orgCode: 'A01A01',
      phone: '442079460958',
      physicalCard: '0004899001',
      gender: '1',
      gender_dictText: '男',
      birthday: '1990-02-28',
      idCard: '110***********002X',
      memberLevel: 'vip',
      editLimit: 3,
      endTime: '2030-01-01 00:00:00',
      remark: '常来',
      balance: 0,
      createBy: 'manager',
    })
    expect(await found({ keyword: 'stf' })).toEqual([id])
    expect(await found({ keyword: 'ssr' })).toEqual([id])
    expect(await found({ keyword: 'shantianfang' })).toEqual([id])
  })

  it('assigns the level without experience by default', async () => {
    expect(await read(await register({ realname: '新人', phone: freshPhone() }))).toMatchObject({
      memberLevel_dictText: '普通',
    })
  })

  it('needs a store: a chain has no members', async () => {
    const hq = await server.signIn('hq')
    expect(await codeAndFieldOf(register({}, hq))).toBe('rules.chooseStore sysOrgCode')
  })

  it('accepts only levels of the store', async () => {
    expect(await codeAndFieldOf(register({ memberLevel: 'none-such' }, manager))).toBe('levels.unknown memberLevel')
  })

  it('creates one member when the response is lost and the call is repeated', async () => {
    const key = newId()
    const body = { realname: '重复', phone: freshPhone() }
    const [one, two] = await Promise.all([
      cashier.memberRecords.add({ body, key }),
      cashier.memberRecords.add({ body, key }),
    ])
    expect(one.result).toEqual(two.result)
  })

  it('accepts a phone and a card once, however many counters register at once', async () => {
    const phone = freshPhone()
    const byPhone = Array.from({ length: 40 }, () => codeAndFieldOf(register({ phone })))
    expect((await Promise.all(byPhone)).toSorted()).toEqual(['done', ...Array(39).fill('members.phoneTaken phone')])
    const byCard = Array.from({ length: 40 }, () => codeAndFieldOf(register({ physicalCard: '4899002' })))
    expect((await Promise.all(byCard)).toSorted()).toEqual([
      'done',
      ...Array(39).fill('members.cardTaken physicalCard'),
    ])
  })

  it('reports a duplicate phone while it is typed', async () => {
    const check = (query: object, by = cashier) => codeAndFieldOf(by.memberRecords.checkOnlyMember({ query }))
    expect(await check({ phone: '138 0000 1111' })).toBe('members.phoneTaken phone')
    expect(await check({ phone: '13800001111', id: '100001' })).toBe('done')
    expect(await check({ physicalCard: '4829731' })).toBe('members.cardTaken physicalCard')
    expect(await check({ phone: '13800001111' }, elsewhere)).toBe('done')
  })

  it.each([
    [{ realname: '', phone: '13900000000' }, 'members.nameRequired realname'],
    [{ realname: '谁', phone: '' }, 'members.phoneOrCard phone'],
    [{ phone: '12ab' }, 'common.invalidInput phone'],
    [{ idCard: '110105194912310021' }, 'common.invalidInput idCard'],
    [{ birthday: '2001-02-31' }, 'common.invalidInput birthday'],
    [{ memberLevel: 'vip' }, 'members.notYours memberLevel'],
    [{ editLimit: 5 }, 'members.notYours editLimit'],
  ])('refuses %j', async (given, code) => {
    expect(await codeAndFieldOf(register(given))).toBe(code)
  })
})

describe('another store', () => {
  it('cannot find a member by phone, card, number, name or letters, and changes nothing', async () => {
    for (const keyword of ['13800001111', '%1111', '0004829731', '100001', '张伟', 'zw', '的男']) {
      expect(await found({ keyword }, elsewhere), keyword).not.toContain('100001')
      const { result } = await elsewhere.members.search({ query: { keyword } })
      expect(
        result.records.map(({ id }) => id),
        keyword,
      ).not.toContain('100001')
    }
    const id = '100001'
    const strange = [
      elsewhere.memberRecords.queryById({ query: { id } }),
      elsewhere.memberRecords.edit({ body: { id, remark: 'x' } }),
      elsewhere.memberRecords.freezeBatch({ body: { ids: id, status: 2, reason: 'x' } }),
      elsewhere.memberRecords.setPassword({ body: { id, password: '1234' } }),
      elsewhere.memberRecords.showIdCard({ body: { id } }),
      elsewhere.memberRecords.checkOnlyMember({ query: { phone: '12345', id } }),
    ]
    expect(await Promise.all(strange.map(codeAndFieldOf))).toEqual(Array(6).fill('common.recordNotFound'))
    for (const [tableName, fieldName] of [
      ['member', 'phone'],
      ['sys_member', 'phone'],
      ['member', 'physical_card'],
    ]) {
      const query = { tableName: tableName ?? '', fieldName: fieldName ?? '', fieldVal: '13800001111' }
      expect(await codeAndFieldOf(elsewhere.duplicates.check({ query }))).toBe('duplicates.unknown')
    }
    // The same phone may belong to a member of the other store.
    expect(await codeAndFieldOf(register({ phone: '13800001111' }, elsewhere))).toBe('done')
  })
})

describe('an identity number', () => {
  const everything = () =>
    server.deps.db.scoped(EVERY_STORE, async (trx) =>
      JSON.stringify([
        await trx.selectFrom('auditEntry').selectAll().execute(),
        await trx.selectFrom('requestKey').selectAll().execute(),
        await trx.selectFrom('member').selectAll().execute(),
      ]),
    )

  it('is never stored, logged or listed in clear, and shown only by its own audited call', async () => {
    const id = await register({ idCard: PASSPORT })
    await manager.memberRecords.edit({ body: { id, idCard: RESIDENT } })
    expect(await codeAndFieldOf(cashier.memberRecords.showIdCard({ body: { id } }))).toBe('auth.forbidden')
    expect((await manager.memberRecords.showIdCard({ body: { id } })).result.idCard).toBe(RESIDENT)
    const { result } = await cashier.members.searchMemberById({ query: { id } })
    expect(result).not.toHaveProperty('idCard')
    const seen = `${JSON.stringify(await read(id))}${await everything()}${server.logs.join('\n')}`
    for (const number of [PASSPORT, RESIDENT]) expect(seen).not.toContain(number)
    expect((await read(id)).idCard).toBe('110***********002X')
    const admin = await server.signIn('admin')
    const trail = await admin.logs.history({ query: { kind: '/membermanage/sysMemberManage', id } })
    expect(trail.result.map(({ action }) => action.split('/').at(-1))).toContain('showIdCard')
    expect(trail.result.find(({ after }) => after !== null && 'idCard' in (after as object))?.after).toEqual({
      idCard: '…',
    })
  })

  it('that was read masked is never written back masked', async () => {
    const id = await register({ idCard: RESIDENT, phone: '17711112222' })
    await cashier.memberRecords.edit({ body: { ...(await read(id, cashier)), remark: '改了' } as never })
    const { phone, remark } = await read(id)
    expect({ phone, remark }).toEqual({ phone: '17711112222', remark: '改了' })
    expect((await manager.memberRecords.showIdCard({ body: { id } })).result.idCard).toBe(RESIDENT)
    expect(await codeAndFieldOf(cashier.memberRecords.edit({ body: { id, phone: '177****3333' } }))).toBe(
      'members.masked phone',
    )
    expect(await codeAndFieldOf(cashier.memberRecords.edit({ body: { id, idCard: '110*****9999' } }))).toBe(
      'members.masked idCard',
    )
  })
})

describe('the name on screens', () => {
  it('is the nickname until the member wants another or none, and the change limit does not count it', async () => {
    const id = await register({ editLimit: 0 }, manager)
    expect(await read(id)).toMatchObject({ racerName: 'nickname', racerName_dictText: '昵称' })
    await cashier.memberRecords.edit({ body: { id, racerName: 'none' } })
    expect(await read(id)).toMatchObject({ racerName: 'none', editLimit: 0 })
    const { result } = await cashier.members.searchMemberById({ query: { id } })
    expect(result).toMatchObject({ racerName: 'none' })
    const other = { id, racerName: 'phone' } as object
    expect(await codeAndFieldOf(cashier.memberRecords.edit({ body: other as never }))).toBe(
      'common.invalidInput racerName',
    )
  })
})

describe('the limit of changes', () => {
  it('holds for concurrent changes, applies only to personal fields, and to no manager', async () => {
    const id = await register({ editLimit: 2 }, manager)
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        codeAndFieldOf(cashier.memberRecords.edit({ body: { id, nickname: `名${index}` } })),
      ),
    )
    expect(tries.toSorted()).toEqual([...Array(2).fill('done'), ...Array(6).fill('members.editLimitReached')])
    expect(await codeAndFieldOf(cashier.memberRecords.edit({ body: { id, remark: '备注不算' } }))).toBe('done')
    expect(await codeAndFieldOf(manager.memberRecords.edit({ body: { id, nickname: '店长改的' } }))).toBe('done')
    expect(await read(id)).toMatchObject({ editLimit: 0, nickname: '店长改的', remark: '备注不算' })
  })

  it('of new members is that of their store, also of those that managers register', async () => {
    const setting = (memberEditLimit: number) =>
      manager.storeSettings.edit({ body: { orgCode: 'A01A01', memberEditLimit } })
    const before = await register({})
    await setting(3)
    const [byCashier, byManager] = [await register({}), await register({}, manager)]
    const other = await register({ editLimit: 7 }, manager)
    await setting(-1)
    expect(
      (await Promise.all([before, byCashier, byManager, other].map((id) => read(id)))).map((one) => one.editLimit),
    ).toEqual([-1, 3, 3, 7])
  })

  it('does not count a change without effect', async () => {
    const id = await register({ editLimit: 1, nickname: '老样子' }, manager)
    await cashier.memberRecords.edit({ body: { id, nickname: '老样子' } })
    expect((await read(id)).editLimit).toBe(1)
  })
})

describe('freezing', () => {
  it('records the reason, happens once, and prevents starts until it is undone', async () => {
    const id = await register({})
    const freeze = (status: 1 | 2, reason = '卡被盗') =>
      manager.memberRecords.freezeBatch({ body: { ids: id, status, reason } })
    await freeze(2)
    await freeze(2, '再来一次')
    expect(await read(id)).toMatchObject({ frozen: true, frozenReason: '卡被盗' })
    expect(await found({ frozen: 'true' }, manager)).toContain(id)
    expect(await found({ frozen: 'false' }, manager)).not.toContain(id)
    await freeze(1, '卡找回了')
    expect(await read(id)).toMatchObject({ frozen: false, frozenReason: '' })
    expect(await codeAndFieldOf(freeze(2, ' '))).toBe('common.invalidInput reason')
  })
})

describe('a consumption password', () => {
  it('is set and removed with the permission, and never returned', async () => {
    const id = await register({})
    expect(await codeAndFieldOf(cashier.memberRecords.setPassword({ body: { id, password: '1234' } }))).toBe(
      'auth.forbidden',
    )
    expect(await codeAndFieldOf(manager.memberRecords.setPassword({ body: { id, password: '12a4' } }))).toBe(
      'common.invalidInput password',
    )
    await manager.memberRecords.setPassword({ body: { id, password: '4711' } })
    expect((await read(id)).havePassword).toBe('YES')
    await manager.memberRecords.setPassword({ body: { id, password: '' } })
    expect((await read(id)).havePassword).toBe('NO')
  })
})

describe('the list', () => {
  it('filters by level, balance and dates, and sorts by names', async () => {
    expect(await found({ balance_begin: '1000' })).toEqual(['100007'])
    expect(await found({ balance_begin: '450', balance_end: '500' })).toEqual(['100001', '100010'])
    expect(await found({ memberLevel: 'vip', balance_begin: '1' })).toContain('100001')
    expect(await found({ lastVisit_begin: '2020-01-01', lastVisit_end: '2020-12-31' })).toEqual([])
    const names = (
      await cashier.memberRecords.list({ query: { column: 'realname', order: 'asc', balance_begin: '400' } })
    ).result.records.map(({ realname }) => realname)
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it('finds by the end of a phone, the beginning or letters of a name, or else by any part of it', async () => {
    expect(await found({ keyword: '*%1111*' })).toEqual(['100001'])
    expect(await found({ keyword: '张' })).toEqual(['100001'])
    expect(await found({ keyword: 'ZW' })).toEqual(['100001'])
    expect(await found({ keyword: 'fyyd' })).toEqual(['100001'])
    for (const keyword of ['zhangwei', 'Zhang Wei', 'zhangw', "feng'yi"]) {
      expect(await found({ keyword }), keyword).toEqual(['100001'])
      const { result } = await cashier.members.search({ query: { keyword } })
      expect(result.records.map(({ id, letters }) => [id, letters])).toEqual([
        ['100001', 'zw fyydnz zhangwei fengyiyangdenanzi'],
      ])
    }
    expect(await found({ keyword: 'zhangweiwei' })).toEqual([])
    expect(await found({ keyword: 'speed' })).toEqual(['100010'])
    expect(await found({ keyword: '的男' })).toEqual(['100001'])
    expect(await found({ keyword: '%' })).not.toEqual([])
  })

  it('shows full phones only with the permission', async () => {
    expect((await read('100001', cashier)).phone).toBe('138****1111')
    expect((await read('100001')).phone).toBe('13800001111')
  })
})

describe('the change log', () => {
  it('shows old and new values and the user, and hides what is hidden elsewhere', async () => {
    const id = await register({ realname: '旧名', phone: '17788880000' })
    await manager.memberRecords.edit({ body: { id, realname: '新名', phone: '17799990000', idCard: PASSPORT } })
    await manager.memberRecords.showIdCard({ body: { id } })
    const { result } = await manager.memberChanges.list({ query: { memberId: id } })
    expect(result.records).toMatchObject([
      {
        memberId: id,
        memberName: '新名',
        what: 'edit',
        createBy: 'manager',
        before: { realname: '旧名', phone: '177****0000', idCard: '' },
        after: { realname: '新名', phone: '177****0000', idCard: '…' },
      },
      { what: 'add', createBy: 'cashier' },
    ])
    expect((await elsewhere.memberChanges.list({ query: { memberId: id } })).result.records).toEqual([])
    expect(await codeAndFieldOf(cashier.memberChanges.list({ query: {} }))).toBe('auth.forbidden')
  })
})
