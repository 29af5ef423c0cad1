import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { couponBatchResource } from '#shared/features/coupons/coupon-batches.contract.ts'
import { couponCodeResource } from '#shared/features/coupons/coupon-codes.contract.ts'
import { CouponProvider, CouponState, groupCouponResource } from '#shared/features/coupons/group-coupons.contract.ts'
import { CouponCodeState, CouponKind } from '#shared/features/coupons/own-coupons.schema.ts'
import { expireCoupons } from './coupons.job.ts'
import { couponsRoutes, ownCouponsRoutes } from './coupons.routes.ts'

/** Coupons that pay for rides: of the store, and of platforms. */
export const couponsManifest: SliceManifest = {
  name: 'coupons',
  mount(app, deps) {
    couponsRoutes(app, deps)
    ownCouponsRoutes(app, deps)
  },
  actions: {
    'coupon:add': ['hq', 'manager'],
    'coupon:delete': ['hq', 'manager'],
    'coupon:edit': ['hq', 'manager'],
    'coupon:export': ['hq', 'manager'],
    'coupon:import': ['hq', 'manager'],
    'coupon:list': ['hq', 'manager'],
    'coupon:verify': ['hq', 'manager', 'cashier'],
    'couponbatch:add': ['hq', 'manager'],
    'couponbatch:delete': ['hq', 'manager'],
    'couponbatch:edit': ['hq', 'manager'],
    'couponbatch:export': ['hq', 'manager'],
    'couponbatch:issue': ['hq', 'manager'],
    'couponbatch:list': ['hq', 'manager'],
    'couponcode:export': ['hq', 'manager'],
    'couponcode:list': ['hq', 'manager'],
    'couponcode:redeem': ['hq', 'manager', 'cashier'],
    'couponcode:reverse': ['hq', 'manager'],
    'couponcode:void': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-coupons',
      title: 'menu.coupons',
      icon: 'tags',
      component: 'coupon/SysGroupCouponList',
      url: '/coupon/sysGroupCouponList',
      order: 36,
      parent: 'menu-rules',
      modules: ['coupon'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-coupon-batches',
      title: 'menu.couponBatches',
      icon: 'tags',
      component: 'coupon/SysCouponBatchList',
      url: '/coupon/sysCouponBatchList',
      order: 47,
      parent: 'menu-rules',
      modules: ['couponbatch'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-coupon-codes',
      title: 'menu.couponCodes',
      icon: 'profile',
      component: 'coupon/SysCouponCodeList',
      url: '/coupon/sysCouponCodeList',
      order: 48,
      parent: 'menu-rules',
      modules: ['couponcode'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('coupon_state', 'coupon.state', CouponState.options, 'coupon.state'),
    dictionaryOf('coupon_provider', 'coupon.provider', CouponProvider.options, 'coupon.provider'),
    dictionaryOf('coupon_kind', 'couponBatch.kind', CouponKind.options, 'couponKind'),
    dictionaryOf('coupon_code_state', 'coupon.state', CouponCodeState.options, 'couponCode.state'),
  ],
  jobs: { 'coupons.expire': { work: expireCoupons, keepDays: 0 } },
  ruledLists: {
    'coupon:list': groupCouponResource.filter,
    'couponbatch:list': couponBatchResource.filter,
    'couponcode:list': couponCodeResource.filter,
  },
}
