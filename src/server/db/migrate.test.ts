import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { prepareDatabase } from '#server/prepare.ts'
import { appLogin, withClient } from './roles.ts'

const made: string[] = []
const server = () => inject('postgresUrl')

async function emptyDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(server(), (client) => client.query(`create database ${name}`))
  made.push(name)
  return Object.assign(new URL(server()), { pathname: `/${name}` }).href
}

afterEach(async () => {
  for (const name of made.splice(0)) {
    await withClient(server(), (client) => client.query(`drop database ${name} with (force)`))
  }
})

const applied = (url: string) =>
  withClient(url, async (client) => (await client.query('select name, applied_at from schema_migration')).rows)

describe('migrating', () => {
  it('is done once, when several copies of the server start together', async () => {
    const url = await emptyDatabase()
    const lines: string[] = []
    await Promise.all([1, 2, 3].map(() => prepareDatabase(url, (line) => lines.push(line))))
    const first = await applied(url)
    expect(lines).toHaveLength(first.length)
    await prepareDatabase(url)
    expect(await applied(url)).toEqual(first)
  })

  it('refuses a file that was edited after it had been applied, and a database of a newer version', async () => {
    const url = await emptyDatabase()
    await prepareDatabase(url)
    await withClient(url, (client) => client.query(`update schema_migration set hash = 'x' where name like '0001%'`))
    await expect(prepareDatabase(url)).rejects.toThrow('The migration 0001-access.sql was edited')
    await withClient(url, (client) =>
      client.query(`update schema_migration set name = '9999-later.sql' where hash = 'x'`),
    )
    await expect(prepareDatabase(url)).rejects.toThrow('9999-later.sql, which this version does not know')
  })

  it('takes from the roles of one chain what changes the reference data of all', async () => {
    const url = await emptyDatabase()
    await prepareDatabase(url)
    const rights = await withClient(url, async (client) => {
      await client.query(`insert into sys_role_permission values ('hq', 'dict:edit'), ('manager', 'checkrule:add')`)
      await client.query(`delete from schema_migration where name like '0065%'`)
      await prepareDatabase(url)
      const { rows } = await client.query(
        `select role_id from sys_role_permission where permission_id ~ '^(dict|category|checkrule):(add|edit|delete)$'`,
      )
      return new Set(rows.map(({ role_id }) => role_id))
    })
    expect(rights).toEqual(new Set(['admin']))
  })

  it('keeps what an administrator changed in a role', async () => {
    const url = await emptyDatabase()
    await prepareDatabase(url)
    const rights = async () =>
      withClient(url, async (client) => {
        const { rows } = await client.query(`select permission_id from sys_role_permission where role_id = 'partner'`)
        return rows.map(({ permission_id }) => permission_id)
      })
    expect(await rights()).toContain('playbeforepay:list')
    await withClient(url, (client) =>
      client.query(`delete from sys_role_permission where permission_id = 'playbeforepay:list'`),
    )
    await prepareDatabase(url)
    expect(await rights()).not.toContain('playbeforepay:list')
  })
})

it('lets the server find expired pictures without reading all of them, however many strangers ask for', async () => {
  const url = await emptyDatabase()
  await prepareDatabase(url)
  const { rows } = await withClient(url, async (client) => {
    await client.query('set enable_seqscan = off')
    return client.query('explain delete from login_captcha where expires_at < now()')
  })
  expect(rows.map((row) => row['QUERY PLAN']).join()).toMatch(/Index Cond: \(expires_at </)
})

describe('the login of the server', () => {
  it('is the same for every copy, and cannot be the owner of the database', async () => {
    const url = await emptyDatabase()
    await prepareDatabase(url)
    const [one, ...others] = await Promise.all([1, 2, 3, 4, 5, 6].map(() => appLogin(url)))
    for (const other of others) expect(other).toEqual(one)
    expect(new URL(one?.poolUrl ?? '').username).toBe('pitlane_app')
    await expect(appLogin(url, url)).rejects.toThrow('may bypass row-level security')
  })

  it('asks for one where none can be made', async () => {
    const url = Object.assign(new URL(await emptyDatabase()), { password: '' }).href
    await expect(appLogin(url)).rejects.toThrow('set DATABASE_APP_URL too')
  })
})
