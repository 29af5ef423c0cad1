import { hash } from '@node-rs/argon2'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { leaveOwnTrail } from './own-trail.service.ts'

interface Person {
  id: string
  username: string
  realname: string
  passwordHash: string
  mustChangePassword: boolean
}

interface FirstSignIn {
  person: Person
  input: { password: string; newPassword?: string | null }
  ctx: CallContext
}

/** A password set by another user gives no access: the first sign-in must replace it. Returns the hash of the new one. */
export async function replaceFirstPassword(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  { person, input: { password, newPassword }, ctx }: FirstSignIn,
): Promise<string> {
  if (!newPassword) throw new AppError('auth.ownPasswordNeeded', { field: 'newPassword' })
  if (newPassword === password) throw new AppError('auth.ownPasswordSame', { field: 'newPassword' })
  const passwordHash = await hash(newPassword)
  await db.scoped(EVERY_STORE, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('userAccount')
      .set({ passwordHash, mustChangePassword: false, updatedAt: clock() })
      .where('id', '=', person.id)
      // A concurrent sign-in with the same first password may have replaced it.
      .where('passwordHash', '=', person.passwordHash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('auth.wrongPassword')
    await leaveOwnTrail(trx, ctx, person)
  })
  return passwordHash
}

/** Throws `auth.ownPasswordNeeded` if the password must be replaced; for sign-ins without it, which cannot replace it. */
export function requireOwnPassword({ mustChangePassword }: Pick<Person, 'mustChangePassword'>): void {
  if (mustChangePassword) throw new AppError('auth.ownPasswordNeeded')
}
