import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

const MEGABYTE = 1_048_576

type Limits = Pick<Config, 'uploadMegabytesPerPerson' | 'uploadMegabytesPerStore'>

interface UploadedFile {
  path: string
  bytes: number
  sha256: string
}

/** The owners whose use a file counts for, always in this order, so that concurrent uploads cannot deadlock. */
const subjectsOf = (userId: string, orgCode: string) => [`person ${userId}`, `store ${orgCode}`] as const

/** Adds to a use unless it would exceed the limit. The row's lock serializes uploads of the same user or store. */
async function take(trx: Transaction, subject: string, bytes: number, most: number): Promise<boolean> {
  if (bytes > most) return false
  const { rows } = await sql`
    insert into upload_use as used (subject, bytes) values (${subject}, ${bytes})
    on conflict (subject) do update set bytes = used.bytes + excluded.bytes
      where used.bytes + excluded.bytes <= ${most}
    returning used.bytes`.execute(trx)
  return rows.length === 1
}

/** Counts a stored file for its user and store. Throws if it exceeds the limit of either. */
export async function countUpload(
  trx: Transaction,
  limits: Limits,
  user: SignedIn,
  { path, bytes, sha256 }: UploadedFile,
  at: Date,
): Promise<void> {
  const [person, store] = subjectsOf(user.id, user.orgCode)
  const [ofPerson, ofStore] = [limits.uploadMegabytesPerPerson, limits.uploadMegabytesPerStore]
  if (!(await take(trx, person, bytes, ofPerson * MEGABYTE))) {
    throw new AppError('files.personFull', { limit: ofPerson, field: 'file' })
  }
  if (!(await take(trx, store, bytes, ofStore * MEGABYTE))) {
    throw new AppError('files.storeFull', { limit: ofStore, field: 'file' })
  }
  const { id: userId, orgCode } = user
  await trx.insertInto('uploadedFile').values({ path, orgCode, userId, bytes, sha256, createdAt: at }).execute()
}

/** Subtracts the size of a removed file. */
export async function forgetUpload(trx: Transaction, path: string): Promise<void> {
  const deleted = await trx
    .deleteFrom('uploadedFile')
    .where('path', '=', path)
    .returning(['userId', 'orgCode', 'bytes'])
    .execute()
  for (const { userId, orgCode, bytes } of deleted) {
    for (const subject of subjectsOf(userId, orgCode)) {
      await sql`update upload_use set bytes = greatest(0, bytes - ${bytes}) where subject = ${subject}`.execute(trx)
    }
  }
}

/** The use and the limits of a user and their store. */
export async function uploadUse(trx: Transaction, limits: Limits, { id, orgCode }: SignedIn) {
  const [person, store] = subjectsOf(id, orgCode)
  const rows = await trx.selectFrom('uploadUse').selectAll().where('subject', 'in', [person, store]).execute()
  const used = (subject: string) => Number(rows.find((row) => row.subject === subject)?.bytes ?? 0)
  return {
    person: { used: used(person), most: limits.uploadMegabytesPerPerson * MEGABYTE },
    store: { used: used(store), most: limits.uploadMegabytesPerStore * MEGABYTE },
  }
}
