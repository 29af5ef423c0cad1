import type { MemberSlice } from '#member/core/page.ts'

export const couponsSlice: MemberSlice = {
  pages: [
    {
      path: 'coupons',
      title: 'memberPage.coupons',
      icon: 'ticket',
      place: 'home',
      load: async () => (await import('./coupons.page.tsx')).CouponsPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-coupons.ts')).memberCoupons,
        en: async () => (await import('#shared/i18n/en/member-coupons.ts')).memberCoupons,
      },
    },
  ],
}
