import type { SliceManifest } from '#renderer/core/slice.ts'

export const reservationsManifest: SliceManifest = {
  pages: {
    'reservation/SysReservation': async () => (await import('./calendar.page.tsx')).ReservationCalendarPage,
    'reservation/SysReservationList': async () => (await import('./reservations.page.tsx')).ReservationsPage,
  },
  // An order that closes unpaid reverts its arrival.
  live: { reservations: ['reservations'], playRecords: ['reservations'] },
}
