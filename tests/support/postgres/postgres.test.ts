import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from './postgres.ts'

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

it('gives each caller its own database, with the demo venue in it', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await rows(one.ownerUrl, 'create table mine as select 1 as n')
  expect(await rows(other.ownerUrl, `select to_regclass('mine') as mine`)).toEqual([{ mine: null }])
  expect(await rows(other.ownerUrl, `select count(*)::int as n from user_account where username = 'admin'`)).toEqual([
    { n: 1 },
  ])
  expect(await rows(other.appUrl, 'select current_user as who')).toEqual([{ who: 'pitlane_app' }])
  await Promise.all([one.drop(), other.drop()])
})
