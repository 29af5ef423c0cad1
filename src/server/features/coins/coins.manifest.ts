import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { CoinPayMode, CoinPayState, CoinState, coinOutputResource } from '#shared/features/coins/coin-outputs.schema.ts'
import { coinReturnResource } from '#shared/features/coins/coin-returns.contract.ts'
import { paidCoinOutputs } from './coin-outputs.service.ts'
import { coinsRoutes } from './coins.routes.ts'

/** Coins that machines count out for guests, and coins that members give back. */
export const coinsManifest: SliceManifest = {
  name: 'coins',
  mount: coinsRoutes,
  actions: {
    'coinoutput:export': ['hq', 'manager'],
    'coinoutput:list': ['hq', 'manager', 'cashier'],
    'coinoutput:sell': ['hq', 'manager', 'cashier'],
    'coinreturn:add': ['hq', 'manager', 'cashier'],
    'coinreturn:export': ['hq', 'manager'],
    'coinreturn:list': ['hq', 'manager', 'cashier'],
  },
  menus: [
    {
      id: 'menu-coin-group',
      title: 'menu.coinGroup',
      icon: 'wallet',
      component: 'layouts/RouteView',
      url: '/coin',
      order: 49,
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-coin-outputs',
      title: 'menu.coinOutputs',
      icon: 'history',
      component: 'coin/SysCoinOutputList',
      url: '/coin/sysCoinOutputList',
      order: 380,
      parent: 'menu-coin-group',
      modules: ['coinoutput'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-coin-returns',
      title: 'menu.coinReturns',
      icon: 'inbox',
      component: 'coin/SysCoinReturnList',
      url: '/coin/sysCoinReturnList',
      order: 381,
      parent: 'menu-coin-group',
      modules: ['coinreturn'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-coin-machines',
      title: 'menu.coinMachines',
      icon: 'tool',
      component: 'coin/SysCoinMachineList',
      url: '/coin/sysCoinMachineList',
      order: 382,
      parent: 'menu-coin-group',
      roles: ['hq', 'manager', 'cashier'],
    },
  ],
  dictionaries: [
    dictionaryOf('coin_state', 'coins.state', CoinState.options, 'coins.state'),
    dictionaryOf('coin_pay_state', 'coins.payState', CoinPayState.options, 'coins.payState'),
    dictionaryOf('coin_pay_mode', 'coins.payMode', CoinPayMode.options, 'coins.payMode'),
  ],
  topics: ['coinOutputs', 'coinReturns'],
  ruledLists: {
    'coinoutput:list': coinOutputResource.filter,
    'coinreturn:list': coinReturnResource.filter,
  },
  paidOrders: paidCoinOutputs,
}
