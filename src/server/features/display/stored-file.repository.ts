import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/**
 * Refuses a path that is no file of the stores in scope, or one of another kind: what a stored file is was told by its content
 * when it was uploaded, and stands in its name.
 */
export async function requireStored(
  trx: Transaction,
  path: string | undefined,
  field: string,
  extensions: readonly string[],
): Promise<void> {
  if (path === undefined || path === '') return
  const extension = path.split('.').at(-1) ?? ''
  if (!extensions.includes(extension)) throw new AppError('files.wrongType', { types: extensions.join(', '), field })
  const stored = await trx.selectFrom('uploadedFile').select('path').where('path', '=', path).executeTakeFirst()
  if (!stored) throw new AppError('display.fileUnknown', { field })
}
