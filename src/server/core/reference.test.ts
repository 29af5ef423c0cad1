import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { slices } from '#server/slices.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'
import { syncReference } from './reference.ts'
import { collect } from './registry.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const rows = (statement: string, values: unknown[] = []) =>
  withClient(database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows)
const upgrade = () => withClient(database.ownerUrl, (owner) => syncReference(owner, collect(slices)))
const holders = async (permission: string) =>
  (await rows('select role_id from role_permission where permission_id = $1 order by role_id', [permission])).map(
    ({ role_id }) => role_id,
  )

describe('the rights of built-in roles', () => {
  it('are in a new system what the manifests grant, and nothing else', async () => {
    const { actions, menus } = collect(slices)
    const decided = new Map([...actions, ...menus.map(({ id, roles }) => [id, roles] as const)])
    for (const [permission, roles] of decided) {
      expect(await holders(permission), permission).toEqual(['admin', ...roles].toSorted())
    }
  })

  it('do not grow by an upgrade: new actions and pages are granted to no role', async () => {
    // The state of an older version, which had neither this action nor this page.
    await rows("delete from permission where id in ('vehicle:finish', 'menu-logs')")
    const before = await rows('select * from role_permission order by role_id, permission_id')
    await upgrade()
    expect(await rows("select id from permission where id in ('vehicle:finish', 'menu-logs')")).toHaveLength(2)
    expect(await holders('vehicle:finish')).toEqual([])
    expect(await holders('menu-logs')).toEqual([])
    expect(await rows('select * from role_permission order by role_id, permission_id')).toEqual(before)
  })

  it('stay revoked after an administrator revoked them', async () => {
    await rows("delete from role_permission where role_id = 'cashier' and permission_id = 'consume:query'")
    await upgrade()
    expect(await holders('consume:query')).not.toContain('cashier')
  })
})
