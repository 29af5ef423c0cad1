import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { compareBills } from '#server/features/payments/bills/bills.job.ts'
import {
  DifferenceKind,
  PaymentReversal,
  PaymentState,
  PayWay,
  ProviderName,
} from '#shared/features/payments/payments.schema.ts'
import { paymentsRoutes } from './payments.routes.ts'

/** Payments by customer codes and on guests' phones: each ends as paid or closed in minutes, even if the server crashes. */
export const paymentsManifest: SliceManifest = {
  name: 'payments',
  mount: paymentsRoutes,
  actions: {
    'payment:cancel': ['hq', 'manager', 'cashier'],
    'payment:list': ['hq', 'manager'],
    'payment:settle': ['hq', 'manager'],
    // Not managers: a user who may change a provider may not settle its differences.
    'paymentprovider:edit': ['hq'],
  },
  menus: [
    {
      id: 'menu-payments',
      title: 'menu.payments',
      icon: 'wallet',
      component: 'layouts/RouteView',
      url: '/payment',
      order: 45,
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-payment-list',
      title: 'menu.paymentList',
      icon: 'credit-card',
      component: 'payment/SysPaymentList',
      url: '/payment/sysPaymentList',
      order: 451,
      parent: 'menu-payments',
      modules: ['payment'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-payments-unresolved',
      title: 'menu.paymentsUnresolved',
      icon: 'bell',
      component: 'payment/SysPaymentUnresolved',
      url: '/payment/sysPaymentUnresolved',
      order: 452,
      parent: 'menu-payments',
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-payment-differences',
      title: 'menu.paymentDifferences',
      icon: 'file-text',
      component: 'payment/SysPaymentDifferenceList',
      url: '/payment/sysPaymentDifferenceList',
      order: 453,
      parent: 'menu-payments',
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-payment-providers',
      title: 'menu.paymentProviders',
      icon: 'setting',
      component: 'payment/SysPaymentProvider',
      url: '/payment/sysPaymentProvider',
      order: 461,
      parent: 'menu-payments',
      modules: ['paymentprovider'],
      roles: ['hq'],
    },
  ],
  dictionaries: [
    dictionaryOf('payment_provider', 'dict.paymentProvider', ProviderName.options, 'payments.provider'),
    dictionaryOf('payment_way', 'dict.paymentWay', PayWay.options, 'payments.payWay'),
    dictionaryOf('payment_state', 'dict.paymentState', PaymentState.options, 'payments.state'),
    dictionaryOf(
      'payment_order_kind',
      'dict.paymentOrderKind',
      ['consume', 'recharge', 'reservation', 'smsPurchase', 'coinOutput'],
      'payments.orderKind',
    ),
    dictionaryOf('payment_reversal', 'dict.paymentReversal', PaymentReversal.options, 'payments.reversal'),
    dictionaryOf('payment_difference', 'dict.paymentDifference', DifferenceKind.options, 'payments.difference'),
    dictionaryOf('payment_difference_state', 'dict.paymentDifferenceState', ['open', 'settled'], 'payments.settled'),
  ],
  // Bills may be late: each run compares missing days of the last three.
  jobs: { 'payments.compare': { work: compareBills, keepDays: 3 } },
  topics: ['payments'],
}
