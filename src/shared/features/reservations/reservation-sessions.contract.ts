import { z } from 'zod'
import { crudRoutes, resource } from '#shared/core/crud.ts'
import { fieldsOf } from '#shared/core/fields.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { Day } from '#shared/core/time.ts'
import { Calendar, NewSession, ReservationSession, SessionEdit, SessionPlan } from './reservations.schema.ts'

const PATH = '/reservation/sysReservationSession'

const marks = {
  startTime: { kind: 'time', label: 'bookSession.startTime', sort: true },
  endTime: { kind: 'time', label: 'bookSession.endTime', sort: true },
  businessDay: { kind: 'date', label: 'bookSession.businessDay', sort: true },
  sessionNumber: { kind: 'number', label: 'bookSession.sessionNumber', sort: true },
  capacity: { kind: 'number', label: 'bookSession.capacity', sort: true },
  booked: { kind: 'number', label: 'bookSession.booked', unsearched: true },
  sessionState: { kind: 'text', label: 'bookSession.sessionState', unsearched: true, dict: 'session_state' },
  locked: { kind: 'yesNo', label: 'bookSession.locked' },
  ruleId: { kind: 'id', label: 'bookSession.ruleId' },
  consumeRoleName: { kind: 'text', label: 'bookSession.ruleId' },
  remark: { kind: 'text', label: 'bookSession.remark' },
  createTime: { kind: 'time', label: 'crud.createTime', sort: true },
  createBy: { kind: 'text', label: 'crud.createBy' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Bookable time spans with a number and a capacity. */
export const sessionResource = resource({
  path: PATH,
  permission: 'reservationsession',
  noun: 'sessions',
  entity: ReservationSession,
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
  order: { column: 'startTime', order: 'desc' },
})

const { list, queryById } = crudRoutes(sessionResource)

/** Booking sessions (spec §3 "session/group"), created singly or for many days; removable while nobody has booked. */
export const reservationSessions = onScreen('bookSession', {
  list,
  queryById,
  calendar: route({
    method: 'GET',
    path: `${PATH}/calendar`,
    summary: 'The booking sessions of some days, with the reservations that the caller may see',
    access: 'reservation:list',
    lane: 'lists',
    query: z.object({ fromDay: Day, toDay: Day }),
    result: Calendar,
  }),
  add: route({
    method: 'POST',
    path: `${PATH}/add`,
    summary: 'Adds a booking session with the next number of its business day',
    access: 'reservationsession:add',
    body: NewSession,
    result: ReservationSession,
    message: 'message.added',
    idempotent: {},
  }),
  generate: route({
    method: 'POST',
    path: `${PATH}/generate`,
    summary: 'Adds the booking sessions of several days; times that already have one are skipped',
    access: 'reservationsession:add',
    body: SessionPlan,
    result: z.object({ added: z.number().int(), kept: z.number().int() }),
    message: 'message.added',
    idempotent: {},
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: `${PATH}/edit`,
    summary: 'Changes the sent fields of a booking session; its reservations follow its times',
    access: 'reservationsession:edit',
    body: SessionEdit,
    result: ReservationSession,
    message: 'message.saved',
  }),
  delete: route({
    method: 'DELETE',
    path: `${PATH}/delete`,
    summary: 'Removes a booking session without reservations',
    access: 'reservationsession:delete',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
})
