import type { SliceManifest } from '#renderer/core/slice.ts'

export const paymentsManifest: SliceManifest = {
  pages: {
    'payment/SysPaymentList': async () => (await import('./payments.page.tsx')).PaymentsPage,
    'payment/SysPaymentUnresolved': async () => (await import('./unresolved-payments.page.tsx')).UnresolvedPaymentsPage,
    'payment/SysPaymentDifferenceList': async () =>
      (await import('./payment-differences.page.tsx')).PaymentDifferencesPage,
    'payment/SysPaymentProvider': async () => (await import('./payment-providers.page.tsx')).PaymentProvidersPage,
  },
  live: { payments: ['payments'] },
}
