import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { AppError } from '#shared/core/errors.ts'
import { reservationSessions, sessionResource } from '#shared/features/reservations/reservation-sessions.contract.ts'
import {
  reservationResource,
  reservationSheet,
  reservations,
} from '#shared/features/reservations/reservations.contract.ts'
import { arrive } from './arrival.service.ts'
import { bookingService } from './booking.service.ts'
import { remind } from './reminders.service.ts'
import { listedTable, visibleReservation } from './reservations.repository.ts'
import { sessionTable } from './sessions.repository.ts'
import { requireListed, sessionsService } from './sessions.service.ts'

export function reservationsRoutes(app: FastifyInstance, deps: Deps): void {
  const sessions = sessionsService(deps)
  const booking = bookingService(deps)
  const listed = crudHandlers(deps, sessionResource, sessionTable(deps.clock))
  mount(app, deps, reservationSessions, {
    list: listed.list,
    queryById: listed.queryById,
    calendar: ({ query, ctx }) => sessions.calendar(query, ctx),
    add: ({ body, ctx }) => sessions.add(body, ctx),
    generate: ({ body, ctx }) => sessions.generate(body, ctx),
    edit: ({ body, ctx }) => sessions.edit(body, ctx),
    delete: ({ query, ctx }) => sessions.remove(query.id, ctx),
  })
  const { list } = crudHandlers(deps, reservationResource, listedTable)
  mount(
    app,
    deps,
    reservations,
    {
      list,
      queryById: ({ query, ctx }) =>
        ctx.tx(async (trx) => {
          await requireListed(deps, ctx, trx, query.id)
          const rows = [await visibleReservation(trx, ctx.user, query.id)]
          const [shown] = await withDictTexts(deps.dictionaries, reservationResource.dict, rows, ctx.locale)
          if (!shown) throw new AppError('common.recordNotFound')
          return shown
        }),
      exportXls: exportHandler(deps, reservationResource, reservationSheet, listedTable),
      add: ({ body, ctx }) => booking.book(body, ctx),
      edit: ({ body, ctx }) => booking.edit(body, ctx),
      confirm: ({ body, ctx }) => booking.confirm(body.id, ctx),
      arrive: ({ body, ctx }) => arrive(deps, ctx, body),
      cancel: ({ body, ctx }) => booking.cancel(body, ctx),
      returnDeposit: ({ body, ctx }) => booking.returnDeposit(body, ctx),
      remind: ({ body, ctx }) => remind(deps, ctx, body.id),
    },
    { selfKeyed: ['arrive'] },
  )
}
