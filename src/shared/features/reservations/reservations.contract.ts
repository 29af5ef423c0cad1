import { z } from 'zod'
import { crudRoutes, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { chargeLabels } from '#shared/features/sessions/consume.contract.ts'
import {
  Arrival,
  ArriveInput,
  BookEdit,
  BookInput,
  CancelBooking,
  OneReservation,
  Reservation,
  ReturnBookDeposit,
} from './reservations.schema.ts'

const PATH = '/reservation/sysReservation'

const marks = {
  startTime: { kind: 'time', label: 'reservation.startTime', sort: true, sheet: true },
  endTime: { kind: 'time', label: 'reservation.endTime', sort: true },
  sessionNumber: { kind: 'number', label: 'reservation.sessionNumber', sheet: true },
  bookState: { kind: 'text', label: 'reservation.bookState', sort: true, sheet: true, dict: 'book_state' },
  realname: { kind: 'text', label: 'reservation.realname', sort: true, sheet: true },
  phone: { kind: 'text', label: 'reservation.phone', sheet: true },
  userId: { kind: 'text', label: 'reservation.userId', sort: true, sheet: true },
  people: { kind: 'number', label: 'reservation.people', sort: true, sheet: true },
  arrived: { kind: 'number', label: 'reservation.arrived', sheet: true },
  consumeRoleName: { kind: 'text', label: 'reservation.ruleId', sheet: true },
  deposit: { kind: 'money', label: 'reservation.deposit', sort: true, sheet: true },
  depositPayMode: { kind: 'text', label: 'reservation.depositPayMode', dict: 'book_deposit_mode' },
  depositState: {
    kind: 'text',
    label: 'reservation.depositState',
    sort: true,
    sheet: true,
    dict: 'book_deposit_state',
  },
  remark: { kind: 'text', label: 'reservation.remark', sheet: true },
  arriveTime: { kind: 'time', label: 'reservation.arriveTime', sort: true, sheet: true },
  cancelTime: { kind: 'time', label: 'reservation.cancelTime', sheet: true },
  cancelReason: { kind: 'text', label: 'reservation.cancelReason', sheet: true },
  remindTime: { kind: 'time', label: 'reservation.remindTime' },
  departusername: { kind: 'text', label: 'reservation.departusername', sheet: true },
  createTime: { kind: 'time', label: 'crud.createTime', sort: true, sheet: true },
  createBy: { kind: 'text', label: 'crud.createBy', sheet: true },
  sessionId: { kind: 'id', label: 'reservation.sessionId' },
  ruleId: { kind: 'id', label: 'reservation.ruleId' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Reservations. Only specific calls change them, no generic edit. */
export const reservationResource = resource({
  path: PATH,
  permission: 'reservation',
  noun: 'reservations',
  entity: Reservation,
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
  order: { column: 'startTime', order: 'desc' },
})

export const reservationSheet: Sheet = { title: 'sheet.reservation', columns: sheetColumnsOf(marks) }

const { list, queryById } = crudRoutes(reservationResource)
const { exportXls } = excelRoutes(reservationResource)

/** Reservations made at the counter, until their guests arrive and are queued (spec §4 appointment). */
export const reservations = onScreen('reservation', {
  list,
  queryById,
  exportXls,
  add: route({
    method: 'POST',
    path: `${PATH}/add`,
    summary: 'Books a session for a member, or for a name and phone number; the key becomes its id',
    access: 'reservation:add',
    body: BookInput,
    result: Reservation,
    message: 'message.reservations.booked',
    idempotent: { exceptFields: ['payCode'] },
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: `${PATH}/edit`,
    summary: 'Changes the guest, the number of people or the session of a reservation, if the session has room',
    access: 'reservation:add',
    body: BookEdit,
    result: Reservation,
    message: 'message.saved',
  }),
  confirm: route({
    method: 'POST',
    path: `${PATH}/confirm`,
    summary: 'Confirms a pending reservation',
    access: 'reservation:add',
    body: OneReservation,
    result: Reservation,
    message: 'message.reservations.confirmed',
  }),
  arrive: route({
    method: 'POST',
    path: `${PATH}/arrive`,
    summary: 'Charges the arrived guests of a reservation, queues them and returns the deposit, all or nothing',
    access: 'reservation:arrive',
    body: ArriveInput,
    result: Arrival,
    labels: chargeLabels,
    message: 'message.reservations.arrived',
    idempotent: { exceptFields: ['password', 'payCode', 'shiftId', 'safeReason'] },
  }),
  cancel: route({
    method: 'POST',
    path: `${PATH}/cancel`,
    summary:
      'Cancels a reservation; its deposit is returned or forfeited by the store’s terms, or by the choice of an authorized user',
    access: 'reservation:cancel',
    body: CancelBooking,
    result: Reservation,
    message: 'message.reservations.cancelled',
    idempotent: { exceptFields: ['shiftId', 'safeReason'] },
  }),
  returnDeposit: route({
    method: 'POST',
    path: `${PATH}/returnDeposit`,
    summary: 'Returns the deposit of a guest who did not arrive, unless it is forfeited',
    access: 'reservation:decide',
    body: ReturnBookDeposit,
    result: Reservation,
    message: 'message.reservations.depositReturned',
    idempotent: { exceptFields: ['shiftId', 'safeReason'] },
  }),
  remind: route({
    method: 'POST',
    path: `${PATH}/remind`,
    summary: 'Sends the reminder of a reservation to its phone number',
    access: 'reservation:remind',
    body: OneReservation,
    result: Reservation,
    message: 'message.reservations.reminded',
    idempotent: {},
  }),
})
