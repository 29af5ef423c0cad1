import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { fromWallets } from '#shared/features/exchange/exchange.calc.ts'
import { exchangeRateResource } from '#shared/features/exchange/exchange-rates.contract.ts'
import { ExchangeState, exchangeResource } from '#shared/features/exchange/exchanges.schema.ts'
import { exchangeRatesRoutes } from './exchange-rates.routes.ts'
import { exchangesRoutes } from './exchanges.routes.ts'

/** Exchanges between wallets of a member, at rates of the store. */
export const exchangeManifest: SliceManifest = {
  name: 'exchange',
  mount(app, deps) {
    exchangeRatesRoutes(app, deps)
    exchangesRoutes(app, deps)
  },
  copiedTables: [{ part: 'rules', table: 'exchange_rate' }],
  actions: {
    'exchange:add': ['hq', 'manager', 'cashier'],
    'exchange:export': ['hq', 'manager'],
    'exchange:list': ['hq', 'manager'],
    'exchange:reverse': ['hq', 'manager'],
    'exchangerate:add': ['hq', 'manager'],
    'exchangerate:delete': ['hq', 'manager'],
    'exchangerate:edit': ['hq', 'manager'],
    'exchangerate:export': ['hq', 'manager'],
    'exchangerate:import': ['hq', 'manager'],
    'exchangerate:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-exchange-rates',
      title: 'menu.exchangeRates',
      icon: 'swap',
      component: 'exchange/SysExchangeRateList',
      url: '/exchange/sysExchangeRateList',
      order: 351,
      parent: 'menu-rules',
      modules: ['exchangerate'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-exchanges',
      title: 'menu.exchanges',
      icon: 'swap',
      component: 'exchange/SysExchangeList',
      url: '/exchange/sysExchangeList',
      order: 291,
      parent: 'menu-members',
      modules: ['exchange'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('exchange_wallet', 'wallets.wallet', fromWallets, 'wallets'),
    dictionaryOf('exchange_state', 'exchange.state', ExchangeState.options, 'exchange.state'),
  ],
  topics: ['exchanges'],
  ruledLists: {
    'exchange:list': exchangeResource.filter,
    'exchangerate:list': exchangeRateResource.filter,
  },
}
