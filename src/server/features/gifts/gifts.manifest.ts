import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { giftOutboundBook } from '#shared/features/gifts/gift-outbound.contract.ts'
import { giftStockBook } from '#shared/features/gifts/gift-stock.contract.ts'
import { giftTypeResource } from '#shared/features/gifts/gift-types.contract.ts'
import { GiftMode, giftResource } from '#shared/features/gifts/gifts.schema.ts'
import { OrderGiftEnd, OrderGiftState, orderGiftResource } from '#shared/features/gifts/order-gifts.contract.ts'
import { stockResource } from '#shared/features/stock/stock.schema.ts'
import { giftStockRoutes } from './gift-stock.routes.ts'
import { giftTypesRoutes } from './gift-types.routes.ts'
import { giftsRoutes } from './gifts.routes.ts'
import { giftSource } from './gifts.search.ts'
import { endOverdue } from './order-gifts.job.ts'
import { orderGiftsRoutes } from './order-gifts.routes.ts'

/** Gifts of stores: their types, their stock, and handing them out. */
export const giftsManifest: SliceManifest = {
  name: 'gifts',
  mount(app, deps) {
    giftTypesRoutes(app, deps)
    giftsRoutes(app, deps)
    giftStockRoutes(app, deps)
    orderGiftsRoutes(app, deps)
  },
  actions: {
    'gift:add': ['hq', 'manager'],
    'gift:buy': ['hq', 'manager', 'cashier'],
    'gift:delete': ['hq', 'manager'],
    'gift:edit': ['hq', 'manager'],
    'gift:export': ['hq', 'manager'],
    'gift:give': ['hq', 'manager'],
    'gift:import': ['hq', 'manager'],
    'gift:list': ['hq', 'manager', 'cashier'],
    'giftoutbound:export': ['hq', 'manager'],
    'giftoutbound:list': ['hq', 'manager', 'cashier'],
    'giftstock:count': ['hq', 'manager'],
    'giftstock:export': ['hq', 'manager'],
    'giftstock:in': ['hq', 'manager'],
    'giftstock:list': ['hq', 'manager'],
    'giftstock:loss': ['hq', 'manager'],
    'giftstock:move': ['hq', 'manager'],
    'giftstock:out': ['hq', 'manager'],
    'gifttype:add': ['hq', 'manager'],
    'gifttype:delete': ['hq', 'manager'],
    'gifttype:edit': ['hq', 'manager'],
    'gifttype:export': ['hq', 'manager'],
    'gifttype:import': ['hq', 'manager'],
    'gifttype:list': ['hq', 'manager'],
    'ordergift:export': ['hq', 'manager'],
    'ordergift:handOut': ['hq', 'manager', 'cashier'],
    'ordergift:late': ['hq', 'manager'],
    'ordergift:list': ['hq', 'manager', 'cashier'],
    'ordergift:refuse': ['hq', 'manager', 'cashier'],
  },
  menus: [
    {
      id: 'menu-gift-group',
      title: 'menu.giftGroup',
      icon: 'gift',
      component: 'layouts/RouteView',
      url: '/gift',
      order: 37,
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-order-gifts',
      title: 'menu.orderGifts',
      icon: 'solution',
      component: 'gift/SysOrderGiftList',
      url: '/gift/sysOrderGiftList',
      order: 371,
      parent: 'menu-gift-group',
      modules: ['ordergift'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-gifts',
      title: 'menu.gifts',
      icon: 'gift',
      component: 'gift/SysGiftList',
      url: '/gift/sysGiftList',
      order: 372,
      parent: 'menu-gift-group',
      modules: ['gift'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-gift-stock',
      title: 'menu.giftStock',
      icon: 'inbox',
      component: 'gift/SysGiftStockList',
      url: '/gift/sysGiftStockList',
      order: 373,
      parent: 'menu-gift-group',
      modules: ['giftstock'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-gift-outbound',
      title: 'menu.giftOutbound',
      icon: 'file-text',
      component: 'gift/SysGiftOutboundList',
      url: '/gift/sysGiftOutboundList',
      order: 374,
      parent: 'menu-gift-group',
      modules: ['giftoutbound'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-gift-types',
      title: 'menu.giftTypes',
      icon: 'tags',
      component: 'gift/SysGiftTypeList',
      url: '/gift/sysGiftTypeList',
      order: 375,
      parent: 'menu-gift-group',
      modules: ['gifttype'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('gift_mode', 'gift.mode', GiftMode.options, 'gift.mode'),
    dictionaryOf('order_gift_state', 'orderGift.state', OrderGiftState.options, 'orderGift.state'),
    dictionaryOf('order_gift_end', 'orderGift.endedFor', OrderGiftEnd.options, 'orderGift.endedFor'),
  ],
  topics: ['gifts', 'orderGifts'],
  jobs: { 'gifts.overdue': { work: endOverdue, keepDays: 0 } },
  searched: [giftSource],
  ruledLists: {
    'gift:list': giftResource.filter,
    'giftoutbound:list': stockResource(giftOutboundBook).filter,
    'giftstock:list': stockResource(giftStockBook).filter,
    'gifttype:list': giftTypeResource.filter,
    'ordergift:list': orderGiftResource.filter,
  },
  uniqueColumns: {
    gift: { table: 'gift', fields: { name: 'name', barcode: 'barcode' } },
    gift_type: { table: 'gift_type', fields: { name: 'name' } },
  },
}
