import { hash } from '@node-rs/argon2'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'

/** Whether there are accounts. */
export const hasAccounts = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await db.kysely.selectFrom('userAccount').select('id').limit(1).executeTakeFirst()) !== undefined

/** Creates the chain and the administrator of a new system, unless another copy of the server has done so. */
export async function createFirstAdmin({ db }: Pick<Deps, 'db'>, password: string): Promise<void> {
  const passwordHash = await hash(password)
  const userId = newId()
  const storeId = newId()
  await db.scoped(EVERY_STORE, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('userAccount')
      .values({ id: userId, username: 'admin', passwordHash, realname: 'admin', identity: '-1' })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    await trx.insertInto('store').values({ id: storeId, orgCode: 'A01', name: 'A01', kind: 'chain' }).execute()
    await trx.insertInto('userStore').values({ userId, storeId }).execute()
    await trx.insertInto('userRole').values({ userId, roleId: 'admin' }).execute()
  })
}
