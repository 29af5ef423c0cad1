import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { withClient } from '#server/db/roles.ts'

/** A database without a table, owned by a role that is no superuser, as on managed servers. */
export async function createBareDatabase(): Promise<{ ownerUrl: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(server, async (client) => {
    await client.query(`create role ${name} login createrole password 'only-in-tests'`)
    await client.query(`grant pitlane_app to ${name} with admin option`)
    await client.query(`create database ${name} owner ${name}`)
  })
  const ownerUrl = Object.assign(new URL(server), {
    pathname: `/${name}`,
    username: name,
    password: 'only-in-tests',
  }).href
  return {
    ownerUrl,
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`drop database ${name} with (force)`)
        await client.query(`drop role ${name}`)
      }),
  }
}
