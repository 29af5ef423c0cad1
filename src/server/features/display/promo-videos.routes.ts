import type { FastifyInstance } from 'fastify'
import { crudHandlers, crudTable } from '#server/core/crud.ts'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { promoVideoResource, promoVideos } from '#shared/features/display/promo-videos.contract.ts'
import { tellScreens } from './screen-news.service.ts'
import { requireStored } from './stored-file.repository.ts'

const columns = { startDate: 'startsOn', endDate: 'endsOn', isActive: 'enabled' }
const table = crudTable(promoVideoResource, { table: 'promoVideo', ofStores: true, columns })

const statements: typeof table = {
  ...table,
  async add(trx, values, writer) {
    await requireStored(trx, values.file, 'file', ['mp4'])
    return table.add(trx, values, writer)
  },
  async edit(trx, id, values, writer) {
    const change = await table.edit(trx, id, values, writer)
    if (change.after.file !== change.before.file) await requireStored(trx, change.after.file, 'file', ['mp4'])
    return change
  },
}

/** Videos between races; what changes is on the store's screens at once. */
export function promoVideosRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, promoVideos, tellScreens(deps, crudHandlers(deps, promoVideoResource, statements)))
}
