import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/core/errors.ts'
import { openDatabase, type Sqlite } from './database.ts'
import { storageError, stored } from './storage-errors.ts'

let folder: string
let db: Sqlite

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'))
  db = openDatabase(join(folder, 'a.sqlite'), [{ name: '1', sql: 'create table a (b text unique, c blob) strict' }])
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const failure = (run: () => unknown): unknown => {
  try {
    stored(run)
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const codeOf = (error: unknown): string | undefined => (error instanceof AppError ? error.code : undefined)

test('a full disk has its own error', () => {
  db.pragma('max_page_count = 10')
  expect(codeOf(failure(() => db.prepare('insert into a (c) values (zeroblob(1000000))').run()))).toBe('storage.full')
})

test('a read-only file has its own error', () => {
  db.pragma('query_only = 1')
  expect(codeOf(failure(() => db.prepare('insert into a (b) values (1)').run()))).toBe('storage.readOnly')
})

test('any other failure of the file names its reason', () => {
  const error = storageError(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' }))
  expect(codeOf(error)).toBe('storage.failed')
  expect(error instanceof AppError && error.details).toEqual({ reason: 'SQLITE_IOERR_WRITE' })
})

test('a bug stays a bug', () => {
  const insert = () => db.prepare("insert into a (b) values ('x')").run()
  insert()
  const error = failure(insert)
  expect(codeOf(error)).toBeUndefined()
  expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' })
  expect(storageError('x')).toBe('x')
})
