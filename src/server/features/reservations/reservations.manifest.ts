import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { sessionResource } from '#shared/features/reservations/reservation-sessions.contract.ts'
import { reservationResource } from '#shared/features/reservations/reservations.contract.ts'
import {
  BookDepositState,
  BookState,
  DepositPayMode,
  SessionState,
} from '#shared/features/reservations/reservations.schema.ts'
import { paidReservations } from './deposits.service.ts'
import { markMissedReservations } from './missed.job.ts'
import { sendDueReminders } from './reminders.service.ts'
import { reservationsRoutes } from './reservations.routes.ts'

/** Booking sessions and their reservations, until guests arrive and are queued. */
export const reservationsManifest: SliceManifest = {
  name: 'reservations',
  mount: reservationsRoutes,
  actions: {
    'reservation:add': ['hq', 'manager', 'cashier'],
    'reservation:arrive': ['hq', 'manager', 'cashier'],
    'reservation:cancel': ['hq', 'manager', 'cashier'],
    // Deciding about a deposit against the store's terms.
    'reservation:decide': ['hq', 'manager'],
    'reservation:export': ['hq', 'manager'],
    'reservation:list': ['hq', 'manager', 'coach', 'cashier'],
    'reservation:remind': ['hq', 'manager', 'cashier'],
    'reservationsession:add': ['hq', 'manager'],
    'reservationsession:delete': ['hq', 'manager'],
    // Includes locking: a cashier closes a session to bookings when the floor is full.
    'reservationsession:edit': ['hq', 'manager', 'cashier'],
    'reservationsession:list': ['hq', 'manager', 'coach', 'cashier'],
  },
  menus: [
    {
      id: 'menu-reservations',
      title: 'menu.reservations',
      icon: 'calendar',
      component: 'reservation/SysReservation',
      url: '/reservation/sysReservation',
      order: 17,
      modules: ['reservation', 'reservationsession'],
      roles: ['hq', 'manager', 'coach', 'cashier'],
    },
    {
      id: 'menu-reservation-list',
      title: 'menu.reservationList',
      icon: 'profile',
      component: 'reservation/SysReservationList',
      url: '/reservation/sysReservationList',
      order: 18,
      modules: [],
      roles: ['hq', 'manager', 'cashier'],
    },
  ],
  dictionaries: [
    dictionaryOf('session_state', 'dict.sessionState', SessionState.options, 'bookSession.state'),
    dictionaryOf('book_state', 'dict.bookState', BookState.options, 'reservation.state'),
    dictionaryOf('book_deposit_state', 'dict.bookDepositState', BookDepositState.options, 'reservation.depositState'),
    dictionaryOf('book_deposit_mode', 'dict.bookDepositMode', DepositPayMode.options, 'reservation.payMode'),
  ],
  jobs: {
    'reservations.missed': { work: markMissedReservations, keepDays: 0 },
    'reservations.remind': { work: sendDueReminders, keepDays: 0 },
  },
  topics: ['reservations'],
  ruledLists: { 'reservation:list': reservationResource.filter, 'reservationsession:list': sessionResource.filter },
  paidOrders: paidReservations,
}
