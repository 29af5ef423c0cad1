import type { SliceManifest } from '#renderer/core/slice.ts'

export const guestMessagesManifest: SliceManifest = {
  pages: {
    'sms/SysMassMessageList': async () => (await import('./mass-messages.page.tsx')).MassMessagesPage,
    'sms/SysSmsPackageList': async () => (await import('./sms-packages.page.tsx')).SmsPackagesPage,
    'sms/SysSmsPurchaseList': async () => (await import('./sms-purchases.page.tsx')).SmsPurchasesPage,
  },
  live: { smsPurchases: ['crud', 'smsOffers'], massMessages: ['crud', 'massReport'] },
}
