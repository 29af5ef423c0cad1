import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { mount } from '#server/core/http/mount.ts'
import { createConcurrencyLimit } from '#server/core/limits/concurrency-limit.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { swiperResource, swipers } from '#shared/features/display/swipers.contract.ts'
import { afterWrites } from './after-writes.service.ts'
import { PUBLIC_CALL_LIMIT } from './display.service.ts'
import { removeUnusedFiles } from './file-sweep.service.ts'
import { itemsShownNow, shownColumns } from './shown.repository.ts'
import { withStoredFile } from './stored-file.repository.ts'

const IMAGE_TYPES = ['png', 'jpg', 'gif', 'webp']

const table = crudTable(swiperResource, { table: 'carouselImage', ofStores: true, columns: shownColumns })

export function swipersRoutes(app: FastifyInstance, deps: Deps): void {
  const publicCalls = createConcurrencyLimit(PUBLIC_CALL_LIMIT)
  const statements = withStoredFile(table, 'photo', IMAGE_TYPES, deps.clock)
  mount(app, deps, swipers, {
    ...afterWrites(crudHandlers(deps, swiperResource, statements), async (orgCode) => {
      await deps.realtime.publish({ topic: 'display', orgCode })
      await removeUnusedFiles(deps)
    }),
    shown: ({ query: { orgCode }, ctx }) =>
      publicCalls.run(async () => {
        const rows = await itemsShownNow(deps.db, 'carouselImage', orgCode, deps.clock())
        return rows.map(({ title, photo, link }) => ({ title, photo, link }))
      }, askerOf(ctx.ip)),
  })
}
