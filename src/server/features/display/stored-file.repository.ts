import { sql } from 'kysely'
import type { Change, Writer } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { forgetUpload } from '#server/features/system/index.ts'
import { AppError } from '#shared/core/errors.ts'

/** Folders of uploads that only this slice uses. */
export const FOLDERS = ['promo', 'swiper'] as const
/** An upload that is not saved within this time is deleted. */
export const UNSAVED_MAX_AGE_MS = 86_400_000
const BATCH_SIZE = 200

/**
 * Throws `display.fileUnknown` for a path outside the stores in scope, and `files.wrongType` for another kind of file. The extension was
 * derived from the content at the upload.
 */
async function requireStored(
  trx: Transaction,
  path: string | undefined,
  field: string,
  extensions: readonly string[],
): Promise<void> {
  if (path === undefined || path === '') return
  const extension = path.split('.').at(-1) ?? ''
  if (!extensions.includes(extension)) throw new AppError('files.wrongType', { types: extensions.join(', '), field })
  // Locked, so that it is not deleted as unused before this row shows it.
  const files = trx.selectFrom('uploadedFile').select('path').where('path', '=', path)
  if (!(await files.forShare().executeTakeFirst())) throw new AppError('display.fileUnknown', { field })
}

const markDropped = (trx: Transaction, paths: readonly string[], at: Date): Promise<unknown> =>
  trx.updateTable('uploadedFile').set({ droppedAt: at }).where('path', 'in', paths).execute()

type Values = Record<string, unknown>
interface Statements {
  add(trx: Transaction, values: Values, writer: Writer): Promise<string>
  edit(trx: Transaction, id: string, values: Values, writer: Writer): Promise<Change<Values>>
  remove(trx: Transaction, ids: readonly string[]): Promise<Values[]>
}

/**
 * Wraps the statements of rows that show a stored file: the file must exist with the right type, and is dropped when replaced or removed.
 */
export function withStoredFile<T extends Statements>(
  table: T,
  field: string,
  extensions: readonly string[],
  clock: () => Date,
): T {
  const pathOf = (row: Values): string => String(row[field] ?? '')
  return {
    ...table,
    async add(trx, values, writer) {
      await requireStored(trx, pathOf(values), field, extensions)
      return table.add(trx, values, writer)
    },
    async edit(trx, id, values, writer) {
      const change = await table.edit(trx, id, values, writer)
      if (pathOf(change.after) === pathOf(change.before)) return change
      await requireStored(trx, pathOf(change.after), field, extensions)
      await markDropped(trx, [pathOf(change.before)], writer.at)
      return change
    },
    async remove(trx, ids) {
      const rows = await table.remove(trx, ids)
      if (rows.length > 0) await markDropped(trx, rows.map(pathOf), clock())
      return rows
    },
  } satisfies Statements as T
}

/** Deletes a batch of upload records that no row shows; returns their paths. */
export async function deleteUnusedUploads(trx: Transaction, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - UNSAVED_MAX_AGE_MS)
  const isUnused = sql`not exists (select from promo_video v where v.file = f.path)
    and not exists (select from carousel_image s where s.photo = f.path)`
  const { rows: locked } = await sql<{ path: string }>`
    select f.path from uploaded_file f where split_part(f.path, '/', 1) = any(${[...FOLDERS]}::text[])
      and (f.dropped_at is not null or f.created_at < ${before}) and ${isUnused}
    order by f.path limit ${BATCH_SIZE} for update skip locked`.execute(trx)
  if (locked.length === 0) return []
  // Checked again under the lock, when no row can start to show one.
  const { rows } = await sql<{ path: string }>`select f.path from uploaded_file f
    where f.path = any(${locked.map(({ path }) => path)}::text[]) and ${isUnused}`.execute(trx)
  for (const { path } of rows) await forgetUpload(trx, path)
  return rows.map(({ path }) => path)
}

/** The paths among these that have upload records. */
export async function knownUploads(trx: Transaction, paths: readonly string[]): Promise<Set<string>> {
  const rows = await trx.selectFrom('uploadedFile').select('path').where('path', 'in', paths).execute()
  return new Set(rows.map(({ path }) => path))
}
