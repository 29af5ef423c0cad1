import { describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { demoStores } from '#server/db/seed/access.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, admin } = await testVenue(['admin'])
const other = await server.startCopy()
const english = { ...admin, ...server.client(admin.token, 'en') }

const idOf = async (dictCode: string, client = admin): Promise<string> =>
  (await client.dictionaries.list({ query: { dictCode } })).result.records[0]?.id ?? ''
const addDict = async (dictCode: string, items: string[] = []): Promise<string> => {
  const { message } = await admin.dictionaries.add({
    body: { dictName: `字典 ${dictCode}`, dictCode, description: null },
  })
  expect(message).toBe('保存成功！')
  const dictId = await idOf(dictCode)
  for (const itemValue of items) await admin.dictItems.add({ body: { dictId, itemText: `值${itemValue}`, itemValue } })
  return dictId
}
const textsOf = async (dictCode: string, client: Pick<TestClient, 'signIn'> = admin) =>
  (await client.signIn.dictItems({ params: { code: dictCode } })).result.map(({ text }) => text)

describe('a dictionary', () => {
  it('is shared by all chains, so that stores and headquarters cannot change it', async () => {
    for (const client of [await server.signIn('manager', 'A01A01'), await server.signIn('hq')]) {
      const id = await idOf('sex', client)
      const item = { dictId: id, itemText: '其他', itemValue: '3' }
      const rule = { ruleName: '规则', ruleCode: 'chain', ruleJson: '[]' }
      const attempts = [
        client.dictionaries.edit({ body: { id, description: 'x' } }),
        client.dictionaries.delete({ query: { id } }),
        client.dictItems.add({ body: item }),
        client.categories.add({ body: { name: '类别' } }),
        client.checkRules.add({ body: rule }),
      ].map(codeOf)
      expect(new Set(await Promise.all(attempts))).toEqual(new Set(['auth.forbidden']))
    }
    expect(await textsOf('sex')).toHaveLength(2)
  })

  it('has its name in one language until it is translated', async () => {
    const id = await addDict('gift_kind')
    const names = async (client: TestClient) => (await client.dictionaries.queryById({ query: { id } })).result.dictName
    expect([await names(admin), await names(english)]).toEqual(['字典 gift_kind', '字典 gift_kind'])
    await english.dictionaries.edit({ body: { id, dictName: 'Kinds of gifts' } })
    expect([await names(admin), await names(english)]).toEqual(['字典 gift_kind', 'Kinds of gifts'])
    const { message } = await admin.dictionaries.edit({
      body: { id, nameZh: '礼品类别', nameEn: 'Gifts', dictName: '旧名' },
    })
    expect(message).toBe('编辑成功!')
    expect([await names(admin), await names(english)]).toEqual(['礼品类别', 'Gifts'])
    expect((await english.dictionaries.list({ query: { dictName: 'Gif*' } })).result.total).toBe(1)
    expect((await admin.dictionaries.list({ query: { dictName: 'Gif*' } })).result.total).toBe(0)
  })

  it('has a unique code, which cannot be changed', async () => {
    await addDict('once')
    const again = admin.dictionaries.add({ body: { dictName: '又', dictCode: 'once' } })
    expect(await codeOf(again)).toBe('common.duplicate')
    expect(await codeOf(admin.dictionaries.add({ body: { dictName: '坏', dictCode: "x' or 1" } }))).toBe(
      'common.invalidInput',
    )
    await admin.dictionaries.edit({ body: { id: await idOf('once'), dictCode: 'twice' } as never })
    expect(await idOf('once')).not.toBe('')
  })

  it('is moved to the recycle bin, restored with its items, and deleted permanently', async () => {
    const id = await addDict('seasons', ['1', '2'])
    expect(await textsOf('seasons')).toEqual(['值1', '值2'])
    await admin.dictionaries.delete({ query: { id } })
    await expect.poll(() => textsOf('seasons')).toEqual([])
    expect(await idOf('seasons')).toBe('')
    expect(await codeOf(admin.dictionaries.queryById({ query: { id } }))).toBe('common.recordNotFound')
    expect(await codeOf(admin.dictionaries.edit({ body: { id, dictName: '改' } }))).toBe('common.recordNotFound')
    const binned = async () => (await admin.dictionaries.deleteList()).result.map((row) => row.dictCode)
    expect(await binned()).toEqual(['seasons'])
    await admin.dictionaries.back({ params: { id } })
    await expect.poll(() => textsOf('seasons')).toEqual(['值1', '值2'])
    expect(await codeOf(admin.dictionaries.deletePermanently({ params: { id } }))).toBe('common.recordNotFound')
    await admin.dictionaries.deleteBatch({ query: { ids: `${id},` } })
    await admin.dictionaries.deletePermanently({ params: { id } })
    expect(await binned()).toEqual([])
    expect((await admin.dictItems.list({ query: { dictId: id } })).result.total).toBe(0)
    expect(await codeOf(admin.dictionaries.back({ params: { id } }))).toBe('common.recordNotFound')
  })
})

describe('an item of a dictionary', () => {
  it('is listed in order while it is in use, on every copy of the server at once', async () => {
    const dictId = await addDict('tyres', ['b', 'a'])
    const stranger = other.client(admin.token)
    expect(await textsOf('tyres', stranger)).toEqual(['值b', '值a'])
    const { result } = await admin.dictItems.list({ query: { dictId } })
    expect(result.records).toMatchObject([{ itemValue: 'b', status: 1, status_dictText: '启用' }, { itemValue: 'a' }])
    const [b, a] = result.records
    await admin.dictItems.edit({ body: { id: a?.id ?? '', sortOrder: 0, itemText: '雨胎' } })
    await admin.dictItems.edit({ body: { id: b?.id ?? '', sortOrder: 5 } })
    await expect.poll(() => textsOf('tyres', stranger)).toEqual(['雨胎', '值b'])
    await english.dictItems.edit({ body: { id: a?.id ?? '', itemText: 'Rain' } })
    await expect.poll(() => textsOf('tyres', other.client(admin.token, 'en'))).toEqual(['Rain', '值b'])
    await admin.dictItems.edit({ body: { id: b?.id ?? '', status: 0 } })
    await expect.poll(() => textsOf('tyres', stranger)).toEqual(['雨胎'])
    expect((await admin.dictItems.list({ query: { dictId, itemText: '*胎*' } })).result.total).toBe(1)
    const again = admin.dictItems.add({ body: { dictId, itemText: '重复', itemValue: 'a' } })
    expect(await codeOf(again)).toBe('common.duplicate')
    await admin.dictItems.deleteBatch({ query: { ids: `${a?.id},${b?.id},` } })
    await expect.poll(() => textsOf('tyres')).toEqual([])
  })

  it('is found by its value, and with all others at once', async () => {
    const { result: all } = await english.dictionaries.queryAllDictItems()
    expect(all.position_rank?.map(({ text }) => text)).toContain('Senior')
    const text = (key: string, of = 'sex') => admin.dictionaries.getDictText({ params: { code: of, key } })
    expect((await text('2')).result).toBe('女')
    expect((await text('9')).result).toBeNull()
    expect((await text('x', 'constructor')).result).toBeNull()
    expect((await admin.dictionaries.refreshCache()).result).toBeNull()
    expect(await codeOf((await server.signIn('hq')).dictionaries.refreshCache())).toBe('auth.forbidden')
    expect(await textsOf('rule_conditions')).toContain('大于等于')
    const { result: items } = await admin.dictItems.list({ query: { dictId: 'rule_conditions', itemValue: '= >=' } })
    await admin.dictItems.edit({ body: { id: items.records[0]?.id ?? '', description: '含等于' } })
  })

  it('cannot be added to a dictionary that does not exist', async () => {
    const nowhere = admin.dictItems.add({ body: { dictId: 'nowhere', itemText: '空', itemValue: '1' } })
    expect(await codeOf(nowhere)).toBe('common.recordNotFound')
  })
})

describe('a table as a dictionary', () => {
  it('lists the rows that the caller may see, of the allowed columns', async () => {
    const cashier = await server.signIn('cashier')
    const items = async (of: string, client: Pick<TestClient, 'signIn'> = cashier) =>
      (await client.signIn.dictItems({ params: { code: of } })).result
    expect((await items('sys_user,realname,username')).map(({ value }) => value).sort()).toEqual(
      ['cashier', 'cashier2', 'coach', 'manager', 'partner'].sort(),
    )
    expect(await items('sys_depart,depart_name,org_code')).toMatchObject([{ value: 'A01A01' }])
    expect((await items('sys_depart,depart_name,org_code', admin)).length).toBe(3)
    const roles = { roleName: '角色', createTime: undefined }
    await server.deps.db.scoped(EVERY_STORE, (trx) =>
      trx
        .insertInto('role')
        .values(['A01A01', 'A01A02'].map((ownerCode) => ({ ...roles, id: ownerCode, roleCode: ownerCode, ownerCode })))
        .execute(),
    )
    const roleCodes = (await items('sys_role,role_name,role_code')).map(({ value }) => value)
    expect(roleCodes).toContain('A01A01')
    expect(roleCodes).not.toContain('A01A02')
    const find = async (keyword: string) =>
      (await cashier.dictionaries.loadDict({ params: { code: 'sys_user,realname,username' }, query: { keyword } }))
        .result
    expect(await find('小敏')).toEqual([{ value: 'cashier', text: '李小敏', title: '李小敏' }])
    expect(await find('%')).toEqual([])
    const params = { code: 'sys_user,realname,username' }
    const { result } = await cashier.dictionaries.loadDictItem({ params, query: { key: 'coach,nobody,cashier,' } })
    expect(result).toEqual(['王教练', '李小敏'])
  })

  it.each([
    'sys_user,password_hash,username',
    'sys_user,realname,password_hash',
    'member,phone,id',
    "sys_user,realname,username,username='admin'",
    'sys_user,(select 1),username',
    'user_account t;--,realname,username',
    'constructor,name,length',
    ',,',
  ])('refuses %s', async (of) => {
    const refused = ['dictionaries.unknownTable', 'common.invalidInput']
    expect(refused).toContain(await codeOf(admin.signIn.dictItems({ params: { code: of } })))
    expect(refused).toContain(await codeOf(admin.dictionaries.loadDict({ params: { code: of }, query: {} })))
    expect(refused).toContain(
      await codeOf(admin.dictionaries.loadDictItem({ params: { code: of }, query: { key: '1' } })),
    )
  })
})

describe('a duplicate check', () => {
  const check = (tableName: string, fieldName: string, fieldVal: string, dataId?: string) =>
    codeOf(admin.duplicates.check({ query: { tableName, fieldName, fieldVal, dataId } }))

  it('reports whether another row has a value', async () => {
    const id = await addDict('taken_code')
    expect(await check('sys_dict', 'dict_code', 'taken_code')).toBe('duplicates.taken')
    expect(await check('sys_dict', 'dict_code', 'taken_code', id)).toBe('done')
    expect(await check('sys_dict', 'dict_code', 'free_code')).toBe('done')
    expect(await check('sys_user', 'username', 'CASHIER')).toBe('duplicates.taken')
    // Users of other stores learn nothing about users and roles out of their scope.
    const elsewhere = await server.signIn('manager2')
    const query = (tableName: string, fieldName: string, fieldVal: string) => ({
      query: { tableName, fieldName, fieldVal },
    })
    expect(await codeOf(elsewhere.duplicates.check(query('sys_user', 'username', 'cashier')))).toBe('done')
    expect(await codeOf(elsewhere.duplicates.check(query('sys_user', 'phone', '13900000006')))).toBe('done')
    expect(await codeOf(elsewhere.duplicates.check(query('sys_user', 'phone', '13900000004')))).toBe('duplicates.taken')
    const manager = await server.signIn('manager', 'A01A01')
    await manager.roles.add({ body: { roleCode: 'night-shift', roleName: '夜班' } })
    expect(await codeOf(elsewhere.duplicates.check(query('sys_role', 'role_code', 'night-shift')))).toBe('done')
    expect(await codeOf(manager.duplicates.check(query('sys_role', 'role_code', 'night-shift')))).toBe(
      'duplicates.taken',
    )
    expect(await codeOf(elsewhere.duplicates.check(query('sys_role', 'role_code', 'cashier')))).toBe('duplicates.taken')
    const departId = demoStores.A01A02.id
    await admin.departRoles.add({ body: { departId, roleCode: 'elsewhere', roleName: '领班' } })
    expect(await check('sys_depart_role', 'role_code', 'elsewhere')).toBe('duplicates.taken')
    const cashier = await server.signIn('cashier')
    expect(await codeOf(cashier.duplicates.check(query('sys_depart_role', 'role_code', 'elsewhere')))).toBe('done')
    for (const [table, field] of [
      ['sys_user', 'phone'],
      ['sys_user', 'email'],
      ['sys_user', 'work_no'],
      ['sys_role', 'role_code'],
      ['sys_depart_role', 'role_code'],
      ['sys_position', 'code'],
      ['sys_permission', 'perms'],
      ['sys_sms_template', 'template_code'],
    ]) {
      expect(await check(table ?? '', field ?? '', 'free')).toBe('done')
    }
  })

  it('reads only the tables and columns of its list', async () => {
    for (const [table, field, value] of [
      ['sys_user', 'password_hash', 'x'],
      ['sys_user; drop table member', 'username', 'x'],
      ['member', 'phone', 'x'],
      ['sys_user', 'username = username or 1=1 --', 'x'],
      ['__proto__', 'username', 'x'],
      ['constructor', 'name', 'x'],
    ]) {
      expect(await check(table ?? '', field ?? '', value ?? '')).toBe('duplicates.unknown')
    }
    expect(await check('sys_user', 'username', 'a\0b')).toBe('common.invalidInput')
    expect(await check('sys_user', 'username', "' or '1'='1")).toBe('done')
    expect(server.logs.filter((line) => line.includes('a bug'))).toEqual([])
  })
})
