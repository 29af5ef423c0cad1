import type { MemberSlice } from '#member/core/page.ts'

export const shopSlice: MemberSlice = {
  pages: [
    {
      path: 'shop',
      title: 'memberPage.shop',
      icon: 'bag',
      place: 'bottom',
      load: async () => (await import('./shop.page.tsx')).ShopPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-shop.ts')).memberShop,
        en: async () => (await import('#shared/i18n/en/member-shop.ts')).memberShop,
      },
    },
  ],
}
