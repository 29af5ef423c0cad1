import { withClient } from '#server/db/roles.ts'
import { demoStores } from '#server/db/seed/access.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'

/** The password of all users added by `peopleOf`. */
export const PASSWORD = 'Neues-Passwort-1'

/** The builders of one test server's users and roles: each gives only what a test cares about. */
export function peopleOf(server: Pick<TestServer, 'client'>) {
  let count = 0
  return {
    /** Adds a cashier of A01A02 with overrides, and returns the id. */
    async add(by: TestClient, given: object = {}): Promise<{ id: string; username: string }> {
      const username = `person${++count}`
      await by.users.add({
        body: {
          username,
          password: PASSWORD,
          realname: `人${count}`,
          identity: '3' as const,
          selectedroles: 'cashier',
          selecteddeparts: demoStores.A01A02.id,
          ...given,
        },
      })
      const { result } = await by.users.list({ query: { username } })
      return { id: result.records[0]?.id ?? '', username }
    },
    /** Adds a role with these actions, and returns the id. */
    async addRole(by: TestClient, permissionIds: string[] = []): Promise<string> {
      const roleCode = `role-${++count}`
      await by.roles.add({ body: { roleCode, roleName: roleCode } })
      const { result } = await by.roles.list({ query: { roleCode } })
      const roleId = result.records[0]?.id ?? ''
      if (permissionIds.length > 0) {
        await by.permissions.saveRolePermission({
          body: { roleId, permissionIds: permissionIds.join(','), lastpermissionIds: '' },
        })
      }
      return roleId
    },
    async signInAs(username: string): Promise<TestClient> {
      const { result } = await server.client().signIn.login({ body: { username, password: PASSWORD } })
      return { ...server.client(result.token), token: result.token, user: result.userInfo }
    },
  }
}

/** Two copies of a server, and the user who changes users and permissions at the first. */
export async function startStaff() {
  const server = await startTestServer()
  return {
    server,
    other: await server.startCopy(),
    admin: await server.signIn('admin'),
    hq: await server.signIn('hq'),
    /** Manages A01A02 only. */
    manager: await server.signIn('manager2'),
    people: peopleOf(server),
    /** The result of a query over all stores. */
    rows: (statement: string, values: unknown[] = []) =>
      withClient(server.database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows),
  }
}
export type Staff = Awaited<ReturnType<typeof startStaff>>
