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
}

/** Whose use a file counts for, always in this order: two uploads at once never wait for each other in a circle. */
const subjectsOf = (userId: string, orgCode: string) => [`person ${userId}`, `store ${orgCode}`] as const

/** Adds to a use unless it would be too much: the row's lock makes uploads of the same person or store take turns. */
async function take(trx: Transaction, subject: string, bytes: number, most: number): Promise<boolean> {
  if (bytes > most) return false
  const { rows } = await sql`
    insert into upload_use as used (subject, bytes) values (${subject}, ${bytes})
    on conflict (subject) do update set bytes = used.bytes + excluded.bytes
      where used.bytes + excluded.bytes <= ${most}
    returning used.bytes`.execute(trx)
  return rows.length === 1
}

/** Counts a stored file for its person and store; refuses where either has no room left for it. */
export async function countUpload(
  trx: Transaction,
  limits: Limits,
  user: SignedIn,
  { path, bytes }: UploadedFile,
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
  await trx.insertInto('uploadedFile').values({ path, orgCode, userId, bytes, createdAt: at }).execute()
}

/** Gives back what a file weighed that goes. */
export async function forgetUpload(trx: Transaction, path: string): Promise<void> {
  const gone = await trx
    .deleteFrom('uploadedFile')
    .where('path', '=', path)
    .returning(['userId', 'orgCode', 'bytes'])
    .execute()
  for (const { userId, orgCode, bytes } of gone) {
    for (const subject of subjectsOf(userId, orgCode)) {
      await sql`update upload_use set bytes = greatest(0, bytes - ${bytes}) where subject = ${subject}`.execute(trx)
    }
  }
}

/** What a person and their store use, and may. */
export async function uploadUse(trx: Transaction, limits: Limits, { id, orgCode }: SignedIn) {
  const [person, store] = subjectsOf(id, orgCode)
  const rows = await trx.selectFrom('uploadUse').selectAll().where('subject', 'in', [person, store]).execute()
  const used = (subject: string) => Number(rows.find((row) => row.subject === subject)?.bytes ?? 0)
  return {
    person: { used: used(person), most: limits.uploadMegabytesPerPerson * MEGABYTE },
    store: { used: used(store), most: limits.uploadMegabytesPerStore * MEGABYTE },
  }
}
