import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import { api } from '#shared/api.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { sweep, sweptGroups } from './sweep.ts'

const FOREIGN = 'A01A01'
const departRole = newId()
const role = newId()

let server: TestServer
/** Works at A01A02 only, with every right that headquarters have. */
let stranger: TestClient

const asOwner = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows)

beforeAll(async () => {
  server = await startTestServer()
  await asOwner(`insert into sys_user_role select id, 'hq' from sys_user where username = 'manager2'`)
  await asOwner(`insert into sys_role (id, role_code, role_name, owner_code) values ($1, 'foreign', '滨江角色', $2)`, [
    role,
    FOREIGN,
  ])
  await asOwner(`insert into sys_role_permission values ($1, 'vehicle:finish')`, [role])
  await asOwner(
    `insert into sys_depart_role (id, depart_id, role_name, role_code) values ($1, $2, '滨江店员', 'foreign')`,
    [departRole, demoStores.A01A01.id],
  )
  await asOwner(`insert into sys_depart_role_user values ($1, $2)`, [departRole, demoUsers.cashier.id])
  await (await server.signIn('cashier')).account.editSlefInfo({ body: { email: 'li@example.com' } })
  stranger = await server.signIn('manager2')
})
afterAll(() => server.stop())

/** Everything about the people, roles and store of A01A01. */
async function fingerprint(): Promise<unknown> {
  const here = [demoStores.A01A01.id]
  const people = `(select user_id from sys_user_depart where depart_id = any($1::uuid[]))`
  const statements = [
    `select to_jsonb(u) - '{last_org_code,last_chosen_at}'::text[] as row from sys_user u where id in ${people} order by id`,
    `select to_jsonb(t) as row from sys_user_depart t where user_id in ${people} order by user_id, depart_id`,
    `select to_jsonb(t) as row from sys_user_role t where user_id in ${people} order by user_id, role_id`,
    `select to_jsonb(t) as row from sys_depart t where id = any($1::uuid[])`,
    `select to_jsonb(t) as row from sys_depart_role t where depart_id = any($1::uuid[])`,
    `select to_jsonb(t) as row from sys_depart_permission t where depart_id = any($1::uuid[])`,
    `select to_jsonb(t) as row from sys_depart_role_user t where role_id = '${departRole}' and $1::uuid[] is not null`,
    `select to_jsonb(t) as row from sys_depart_role_permission t where role_id = '${departRole}' and $1::uuid[] is not null`,
    `select to_jsonb(t) as row from sys_role t where id = '${role}' and $1::uuid[] is not null`,
    `select to_jsonb(t) as row from sys_role_permission t where role_id = '${role}' and $1::uuid[] is not null`,
  ]
  return Promise.all(statements.map((statement) => asOwner(statement, [here])))
}

/** What stands for a row of the other store, by the names that fields have. */
function foreignValues(id: string): Record<string, unknown[]> {
  const { cashier } = demoUsers
  const [user, depart] = [cashier.id, demoStores.A01A01.id]
  return {
    ...{
      id: [id],
      ids: [id],
      userId: [user],
      userid: [user],
      userIds: [user],
      userIdList: [user],
      username: ['cashier'],
    },
    ...{ departId: [depart], depId: [depart], deptId: [depart], parentId: [depart], selecteddeparts: [depart] },
    ...{ roleId: [role, departRole], selectedroles: [role], newRoleId: [departRole], oldRoleId: [departRole] },
    ...{ orgCode: [FOREIGN], sysOrgCode: [FOREIGN], keyWord: ['滨江'], permissionId: ['vehicle:finish'] },
    ...{ permissionIds: ['vehicle:finish'], lastpermissionIds: ['vehicle:finish'] },
    ...{ phone: [cashier.phone], kind: ['/sys/user'] },
  }
}

describe('a user of one store', () => {
  it('sees and changes nobody and nothing of another by any call for users, roles, stores and logs', async () => {
    const before = await fingerprint()
    const { cashier } = demoUsers
    for (const id of [cashier.id, demoStores.A01A01.id, departRole, role]) {
      for (const group of sweptGroups) {
        for (const { name, method, path, body } of sweep(group, api[group], foreignValues(id))) {
          // Leaves the stranger's own session alone; both are tried for themselves elsewhere.
          if (['access.logout', 'account.updatePassword'].includes(name)) continue
          const headers = body ? { 'Content-Type': 'application/json' } : undefined
          const response = await server.request(path, { method, body, headers, token: stranger.token })
          const said = await response.text()
          const route = api[group][name.split('.')[1] as never] as { access: string }
          // Who is not signed in may ask whether a phone belongs to an account; that is all.
          if (route.access !== 'public') expect(said, name).not.toMatch(/滨江|李小敏|13900000006|li@example/)
          expect(said, `${name} ${body ?? path}`).not.toContain('common.internal')
          expect(said, name).not.toContain('auth.tokenInvalid')
        }
      }
    }
    expect(await fingerprint()).toEqual(before)
  })
})

const hostile = [
  ...[`' or '1'='1`, `x'; drop table sys_user; --`, '"; select pg_sleep(9); --', '%_\\\\', '$1', '#{sys_user_code}'],
  ...['\u0000', 'a\u0000b', '\ud800', '__proto__', 'constructor', '../../etc/passwd', '<script>alert(1)</script>'],
  ...['-1', '1e309', '99999999999999999999', '01900000-0000-7000-8000-00000000000x', 'x'.repeat(5000)],
]

describe('a hostile value', () => {
  it.each(hostile)('%j in any field is refused or harmless', async (value) => {
    const admin = await server.signIn('admin')
    const everywhere = new Proxy<Record<string, unknown[]>>({}, { get: () => [value] })
    for (const group of sweptGroups) {
      for (const { name, method, path, body } of sweep(group, api[group], everywhere)) {
        if (['access.logout', 'account.updatePassword'].includes(name)) continue
        const headers = body ? { 'Content-Type': 'application/json' } : undefined
        const response = await server.request(path, { method, body, headers, token: admin.token })
        expect(await response.text(), `${name} ${body ?? path}`).not.toMatch(/common\.internal|argon2/)
      }
    }
    const [{ count }] = await asOwner('select count(*)::int as count from sys_user')
    expect(count).toBeGreaterThanOrEqual(8)
  })
})
