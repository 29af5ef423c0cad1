import { beforeAll, expect, it } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, admin, hq } = await testVenue(['admin', 'hq'])
const people = peopleOf(server)
let roleId: string
/** A user at one store whose role has the rights. */
let granted: TestClient

beforeAll(async () => {
  const acts = ['list', 'add', 'edit', 'delete', 'export', 'import'].map((act) => `demo:${act}`)
  roleId = await people.addRole(admin, acts)
  const store = { selectedroles: roleId, selecteddeparts: demoStores.A01A01.id }
  const { username } = await people.add(admin, { identity: '1', ...store })
  granted = await people.signInAs(username)
})

const list = async (by: TestClient, query: object = {}) =>
  (await by.demoRecords.list({ query: { column: 'birthday', order: 'asc', ...query } })).result.records
const names = async (by: TestClient) => (await list(by)).map(({ name }) => name)
const idOf = async (name: string) => (await list(admin, { name }))[0]?.id ?? ''

it('is for the platform administrator alone until a role gets the rights, and then within its stores', async () => {
  expect(await codeOf(hq.demoRecords.list({ query: {} }))).toBe('auth.forbidden')
  expect(await names(admin)).toEqual(['示例一', '示例二', '示例三'])
  expect(await names(granted)).toEqual(['示例一', '示例二'])
})

it('takes what a client of the API family sends, and no row of another store', async () => {
  const values = { name: 'Kim', keyWord: 'k', salaryMoney: 1234.5, sex: '1', age: 30, birthday: '1990-02-28' }
  await granted.demoRecords.add({ body: { ...values, punchTime: '', tenantId: 0, updateCount: 0 } as never })
  const id = await idOf('Kim')
  const one = async () => (await granted.demoRecords.queryById({ query: { id } })).result
  expect(await one()).toMatchObject({ ...values, punchTime: null, sysOrgCode: STORE, sex_dictText: '男' })
  await granted.demoRecords.edit({ body: { id, salaryMoney: 10, birthday: '' } })
  expect(await one()).toMatchObject({ name: 'Kim', salaryMoney: 10, birthday: null })
  expect(await codeOf(granted.demoRecords.add({ body: { name: 'x', age: 151 } }))).toBe('common.invalidInput')
  await granted.demoRecords.deleteBatch({ query: { ids: id } })
  const query = { id: await idOf('示例三') }
  expect(await codeOf(granted.demoRecords.delete({ query }))).toBe('common.recordNotFound')
})

it('hides what a data rule of the role excludes, also by id', async () => {
  const rule = { permissionId: 'demo:list', ruleName: 'women', ruleColumn: 'sex', ruleConditions: '=' as const }
  await admin.permissions.addPermissionRule({ body: { ...rule, ruleValue: '2' } })
  const { permissionId, ruleName } = rule
  const [added] = (await admin.permissions.queryPermissionRule({ query: { permissionId, ruleName } })).result
  await admin.roles.saveDatarule({ body: { roleId, permissionId, dataRuleIds: added?.id ?? '' } })
  const id = await idOf('示例一')
  await until(async () => expect(await names(granted)).toEqual(['示例二']))
  expect(await codeOf(granted.demoRecords.queryById({ query: { id } }))).toBe('common.recordNotFound')
  expect(await codeOf(granted.demoRecords.edit({ body: { id, age: 1 } }))).toBe('common.recordNotFound')
})
