import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers, exportHandler } from '#server/core/workbooks/excel.ts'
import {
  couponBatches,
  couponBatchResource,
  couponBatchSheet,
} from '#shared/features/coupons/coupon-batches.contract.ts'
import { couponCodeResource, couponCodeSheet, couponCodes } from '#shared/features/coupons/coupon-codes.contract.ts'
import { groupCouponResource, groupCouponSheet, groupCoupons } from '#shared/features/coupons/group-coupons.contract.ts'
import { couponBatchRows } from './coupon-batches.repository.ts'
import { issueCoupons } from './coupon-batches.service.ts'
import { couponCodeTable } from './coupon-codes.repository.ts'
import {
  checkCoupon,
  couponsOfMember,
  fetchCouponGift,
  redeemCoupon,
  reverseCoupon,
  voidCoupon,
} from './coupon-codes.service.ts'
import { couponTable } from './coupons.repository.ts'
import { releaseAtPlatforms, verifyCoupon } from './verify.service.ts'

export function couponsRoutes(app: FastifyInstance, deps: Deps): void {
  const plain = crudHandlers(deps, groupCouponResource, couponTable)
  const { requireListed } = listRules(deps, groupCouponResource, couponTable)

  const release = async (ids: readonly string[], ctx: CallContext): Promise<void> => {
    await ctx.tx((trx) => requireListed(trx, ids, ctx))
    await releaseAtPlatforms(deps, ctx, ids)
  }

  mount(app, deps, groupCoupons, {
    ...plain,
    ...excelHandlers(deps, groupCouponResource, groupCouponSheet, couponTable),
    delete: async (input) => {
      await release([input.query.id], input.ctx)
      return plain.delete(input)
    },
    deleteBatch: async (input) => {
      await release(input.query.ids, input.ctx)
      return plain.deleteBatch(input)
    },
    verify: ({ body, ctx }) => verifyCoupon(deps, ctx, body),
  })
}

/** A store's own coupons: batches and codes. */
export function ownCouponsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, couponBatches, {
    ...crudHandlers(deps, couponBatchResource, couponBatchRows),
    exportXls: exportHandler(deps, couponBatchResource, couponBatchSheet, couponBatchRows),
    issue: ({ body, ctx }) => ctx.tx((trx) => issueCoupons(deps, ctx, trx, body)),
  })
  const { list, queryById } = crudHandlers(deps, couponCodeResource, couponCodeTable)
  mount(app, deps, couponCodes, {
    list,
    queryById,
    exportXls: exportHandler(deps, couponCodeResource, couponCodeSheet, couponCodeTable),
    void: ({ body, ctx }) => ctx.tx((trx) => voidCoupon(deps, ctx, trx, body)),
    check: ({ body, ctx }) => ctx.tx((trx) => checkCoupon(deps, ctx, trx, body.code)),
    ofMember: ({ query, ctx }) => ctx.tx((trx) => couponsOfMember(deps, trx, query.userId)),
    redeem: ({ body, ctx }) => ctx.tx((trx) => redeemCoupon(deps, ctx, trx, body)),
    reverse: ({ body, ctx }) => ctx.tx((trx) => reverseCoupon(deps, ctx, trx, body)),
    fetchGift: ({ body, ctx }) => ctx.tx((trx) => fetchCouponGift(deps, ctx, trx, body)),
  })
}
