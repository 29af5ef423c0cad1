import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Database, EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { appLogin, ensureAppRole, withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD, demoUsers } from '#server/db/seed/access.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { recorded, serves, signaturesIn } from './functions.ts'

const name = `upgrade_${randomUUID().replaceAll('-', '')}`
const ownerUrl = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
let before: unknown
let db: Database

/** Data that every upgrade must preserve: row counts and sums of money. */
const kept = (tables: { plays: string; ledger: string; money: string }): Promise<unknown> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query(`select (select count(*) from public.user_account) as people,
      (select count(*) from public.${tables.plays}) as plays, (select count(*) from public.consume_order) as orders,
      (select count(*) from public.${tables.ledger}) as entries, (select count(*) from public.audit_entry) as trail,
      ${tables.money} as money`)
    return rows[0]
  })

beforeAll(async () => {
  await withClient(inject('postgresUrl'), (client) => client.query(`create database ${name}`))
  const dump = readFileSync(new URL('previous.sql', import.meta.url), 'utf8')
  await withClient(ownerUrl, async (owner) => {
    // Roles belong to all databases, so a dump contains grants but not the role.
    await ensureAppRole(owner)
    await owner.query(dump)
  })
  before = await kept({
    plays: 'play_before_pay',
    ledger: 'wallet_ledger',
    money:
      '(select sum(balance + give + integral + laps) + (select sum(frequency) from public.member_project) from public.member)',
  })
  await prepareDatabase(ownerUrl)
  db = openDatabase((await appLogin(ownerUrl)).poolUrl, { size: 2 })
})
afterAll(async () => {
  await db.close()
  await withClient(inject('postgresUrl'), (client) => client.query(`drop database ${name} with (force)`))
})

it('upgrades a database of the previous version with all its data', async () => {
  expect(before).toMatchObject({ people: '8', plays: '80' })
  expect(
    await kept({ plays: 'play_record', ledger: 'ledger_line', money: '(select sum(value) from public.wallet)' }),
  ).toEqual(before)
  expect(await db.scoped(EVERY_STORE, replayLedger)).toEqual([])
})

it('serves every function call of servers of the last release, which run beside newer ones during an upgrade', async () => {
  const present = await withClient(ownerUrl, signaturesIn)
  const { release, functions } = recorded()
  expect(functions.length).toBeGreaterThan(50)
  const lost = functions.filter((before) => !present.some((now) => serves(now, before)))
  expect(
    lost.map(({ name }) => name),
    `Servers of ${release} call these. Keep them and give the new ones other names, or further parameters with defaults. ` +
      'Where that release is not out, or none of its servers may run (OLDEST_WORKING): node tests/upgrade/record-functions.ts',
  ).toEqual([])
})

it('lets users of the previous version sign in', async () => {
  const { username, hash } = await db.kysely
    .selectFrom('userAccount')
    .select(['username', 'passwordHash as hash'])
    .where('id', '=', demoUsers.cashier.id)
    .executeTakeFirstOrThrow()
  expect(username).toBe('cashier')
  expect(await verify(hash, DEMO_PASSWORD)).toBe(true)
})

it('gives the built-in roles the numbers of fill rules, as a new database does', async () => {
  const { rows } = await withClient(ownerUrl, (owner) =>
    owner.query(`select role_id from role_permission where permission_id = 'fillrule:use' order by role_id`),
  )
  expect(rows.map((row) => row.role_id)).toEqual(['hq', 'manager'])
})
