import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { reconciliationResource } from '#shared/features/reconciliation/reconciliation.contract.ts'
import { DifferenceState, RecordDifferenceKind } from '#shared/features/reconciliation/reconciliation.schema.ts'
import { reconcileStores } from './reconciliation.job.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'

const ACCOUNTS = 'balance,give,integral,laps,coins,frequency,unlimited,cash,scan,coupon,deposit'.split(',')

/** Nightly comparison of all records of money; users who may explain a difference are notified. */
export const reconciliationManifest: SliceManifest = {
  name: 'reconciliation',
  mount: reconciliationRoutes,
  actions: {
    'reconciliation:export': ['hq', 'manager'],
    'reconciliation:list': ['hq', 'manager'],
    'reconciliation:run': ['hq', 'manager'],
    'reconciliation:settle': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-watch',
      title: 'menu.watch',
      icon: 'safety',
      component: 'layouts/RouteView',
      url: '/report',
      order: 54,
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-reconciliation',
      title: 'menu.reconciliation',
      icon: 'safety-certificate',
      component: 'reconciliation/SysReconciliationList',
      url: '/reconciliation/sysReconciliationList',
      order: 55,
      parent: 'menu-watch',
      modules: ['reconciliation'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('reconciliation_kind', 'reconciliation.kind', RecordDifferenceKind.options, 'reconciliation.kind'),
    dictionaryOf('reconciliation_state', 'reconciliation.state', DifferenceState.options, 'reconciliation.state'),
    dictionaryOf('ledger_account', 'reconciliation.account', [...ACCOUNTS, 'stock', 'sms', 'owed'], 'ledgerAccount'),
  ],
  jobs: { 'reconciliation.run': { work: reconcileStores, keepDays: 0 } },
  topics: ['reconciliation'],
  ruledLists: { 'reconciliation:list': reconciliationResource.filter },
}
