import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/core/log.ts'
import { constraintCodes } from '#server/db/constraints.ts'
import { withClient } from '#server/db/roles.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'
import { toAppError } from './database-errors.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const failureOf = (statement: string): Promise<unknown> =>
  withClient(database.ownerUrl, (owner) =>
    owner.query(statement).then(
      () => null,
      (error: unknown) => error,
    ),
  )

const NAMED_TWICE = `insert into user_account (id, username, password_hash, realname, identity)
  values (gen_random_uuid(), 'cashier', 'x', 'x', '3')`

describe('an error of PostgreSQL', () => {
  it('is the expected failure of its constraint', async () => {
    expect(toAppError(await failureOf(NAMED_TWICE))).toMatchObject({ code: 'users.usernameTaken' })
  })

  it('carries the code with which a SQL function refuses', async () => {
    const refusal = `do $$ begin
      raise exception using errcode = 'PL001', message = 'auth.lockedOut', detail = '{"seconds":5}'; end $$`
    expect(toAppError(await failureOf(refusal))).toMatchObject({ code: 'auth.lockedOut', details: { seconds: 5 } })
  })

  it('is a bug if it is mapped to no failure', async () => {
    expect(toAppError(await failureOf('select 1 / 0'))).toBeNull()
    expect(
      toAppError(await failureOf(`do $$ begin raise exception using errcode = 'PL001', message = 'x'; end $$`)),
    ).toBeNull()
    expect(toAppError(new Error('auth.lockedOut'))).toBeNull()
  })

  it('is logged without the values that it quotes', async () => {
    const lines: string[] = []
    const log = createLogger('info', { write: (text) => void lines.push(text) })
    log.error({ err: await failureOf(NAMED_TWICE) }, 'failed')
    const line = lines.join()
    expect(line).toContain('user_account_username_key')
    expect(line).not.toContain('(cashier)')
  })

  it('has only constraints mapped that exist', async () => {
    const names = await withClient(database.ownerUrl, async (owner) => {
      const { rows } = await owner.query<{ name: string }>(
        'select conname as name from pg_constraint union select relname from pg_class where relkind = $1',
        ['i'],
      )
      return rows.map(({ name }) => name)
    })
    expect(names).toEqual(expect.arrayContaining(Object.keys(constraintCodes)))
  })
})
