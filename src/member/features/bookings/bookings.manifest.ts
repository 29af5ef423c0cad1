import type { MemberSlice } from '#member/core/page.ts'

export const bookingsSlice: MemberSlice = {
  pages: [
    {
      path: 'bookings',
      title: 'memberPage.bookings',
      icon: 'calendar',
      place: 'bottom',
      load: async () => (await import('./bookings.page.tsx')).BookingsPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-bookings.ts')).memberBookings,
        en: async () => (await import('#shared/i18n/en/member-bookings.ts')).memberBookings,
      },
    },
  ],
}
