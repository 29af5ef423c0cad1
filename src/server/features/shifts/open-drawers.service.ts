import type { CallContext } from '#server/core/slice.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { OpenDrawers } from '#shared/features/shifts/shifts.schema.ts'
import { openShiftOf } from './shifts.repository.ts'

/** The open drawers of a store, from which cash can be paid. */
export async function openDrawers(ctx: CallContext, orgCode: string | undefined): Promise<OpenDrawers> {
  const { user } = ctx
  const terminalId = await ctx.terminal()
  return ctx.tx(async (trx) => {
    const code = await storeFor(trx, user, orgCode)
    const store = await trx
      .selectFrom('store')
      .select('cashNeedsShift')
      .where('orgCode', '=', code)
      .executeTakeFirstOrThrow()
    const ownShift = await openShiftOf(trx, { orgCode: code, terminalId, operatorId: user.id })
    const rows = await trx
      .selectFrom('shift')
      .select(['id', 'cashierName', 'terminalName', 'openedAt'])
      .where('orgCode', '=', code)
      .where('closedAt', 'is', null)
      .orderBy('openedAt')
      .orderBy('id')
      .execute()
    return {
      drawers: rows.map(({ openedAt, ...drawer }) => ({
        ...drawer,
        openTime: toWireTime(openedAt),
        isHere: drawer.id === ownShift?.id,
      })),
      needsShift: store.cashNeedsShift === 'YES',
    }
  })
}
