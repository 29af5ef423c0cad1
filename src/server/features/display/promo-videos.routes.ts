import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { promoVideoResource, promoVideos } from '#shared/features/display/promo-videos.contract.ts'
import { afterWrites } from './after-writes.service.ts'
import { removeUnusedFiles } from './file-sweep.service.ts'
import { shownColumns } from './shown.repository.ts'
import { withStoredFile } from './stored-file.repository.ts'

const table = crudTable(promoVideoResource, { table: 'promoVideo', ofStores: true, columns: shownColumns })

/** Mounts promo videos; changes are shown on the store's screens at once. */
export function promoVideosRoutes(app: FastifyInstance, deps: Deps): void {
  const statements = withStoredFile(table, 'file', ['mp4'], deps.clock)
  const handlers = afterWrites(crudHandlers(deps, promoVideoResource, statements), async (orgCode) => {
    await deps.realtime.publish({ topic: 'display', orgCode })
    await removeUnusedFiles(deps)
  })
  mount(app, deps, promoVideos, handlers)
}
