import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { type SupportContact, support } from '#shared/features/system/support.contract.ts'

/** The id of the single record in the audit trail. */
const THE_ONE = 'support'

async function read(trx: Transaction): Promise<SupportContact> {
  const {
    id: _,
    updatedBy,
    updatedAt,
    ...contact
  } = await trx.selectFrom('supportContact').selectAll().executeTakeFirstOrThrow()
  return contact
}

export function supportRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, support, {
    contact: async ({ ctx }) => {
      const known = await deps.strangers.run(() => deps.db.scoped(EVERY_STORE, read), askerOf(ctx.ip))
      const { phone, wechat, wechatPicture, hours, address } = known
      return { phone, wechat, wechatPicture, hours, address }
    },
    query: ({ ctx }) => ctx.accountTx(read),
    edit: ({ body: { paymentCodes, ...words }, ctx }) =>
      ctx.accountTx(async (trx) => {
        await trx.selectFrom('supportContact').select('id').forUpdate().execute()
        const before = await read(trx)
        const codes = paymentCodes ? { paymentCodes: JSON.stringify(paymentCodes) } : {}
        await trx
          .updateTable('supportContact')
          .set({ ...words, ...codes, updatedBy: ctx.user.username, updatedAt: deps.clock() })
          .execute()
        ctx.touched({ id: THE_ONE, before, after: await read(trx) })
        return null
      }),
  })
}
