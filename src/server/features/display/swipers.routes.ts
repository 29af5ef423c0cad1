import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth-guard.ts'
import { crudHandlers, crudTable } from '#server/core/crud.ts'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { createTurns } from '#server/core/turns.ts'
import { swiperResource, swipers } from '#shared/features/display/swipers.contract.ts'
import { STRANGERS } from './display.service.ts'
import { shownNow } from './shown.repository.ts'
import { requireStored } from './stored-file.repository.ts'

const PICTURES = ['png', 'jpg', 'gif', 'webp']

const columns = { startDate: 'startsOn', endDate: 'endsOn', isActive: 'enabled' }
const table = crudTable(swiperResource, { table: 'swiper', ofStores: true, columns })

const statements: typeof table = {
  ...table,
  async add(trx, values, writer) {
    await requireStored(trx, values.photo, 'photo', PICTURES)
    return table.add(trx, values, writer)
  },
  async edit(trx, id, values, writer) {
    const change = await table.edit(trx, id, values, writer)
    if (change.after.photo !== change.before.photo) await requireStored(trx, change.after.photo, 'photo', PICTURES)
    return change
  },
}

export function swipersRoutes(app: FastifyInstance, deps: Deps): void {
  const strangers = createTurns(STRANGERS)
  mount(app, deps, swipers, {
    ...crudHandlers(deps, swiperResource, statements),
    shown: ({ query: { orgCode }, ctx }) =>
      strangers.run(async () => {
        const rows = await shownNow(deps.db, 'swiper', orgCode, deps.clock())
        return rows.map(({ title, photo, link }) => ({ title, photo, link }))
      }, askerOf(ctx.ip)),
  })
}
