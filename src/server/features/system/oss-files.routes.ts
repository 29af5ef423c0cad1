import type { FastifyInstance } from 'fastify'
import { crudHandlers, crudTable, writerOf } from '#server/core/crud.ts'
import { fileStore } from '#server/core/files.ts'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { STATIC_PATH } from '#shared/features/system/files.contract.ts'
import { ossFileResource, ossFiles } from '#shared/features/system/oss-files.contract.ts'
import { storeUpload } from './files.routes.ts'

const table = crudTable(ossFileResource, { table: 'storedFile', ofStores: true })

export function ossFilesRoutes(app: FastifyInstance, deps: Deps): void {
  const store = fileStore(deps.config.dataDir)
  const { list, queryById } = crudHandlers(deps, ossFileResource, table)
  mount(app, deps, ossFiles, {
    list,
    queryById,
    upload: ({ ctx }) =>
      storeUpload(deps, ctx, 'oss', async (path, fileName) => {
        const values = { fileName, url: `${STATIC_PATH}/${path}` }
        await ctx.tx(async (trx) => {
          const id = await table.add(trx, values, writerOf(deps, ctx))
          ctx.touched({ id, after: values })
        })
        return null
      }),
    delete: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const [before] = await table.remove(trx, [query.id])
        if (!before) return null
        ctx.touched({ id: before.id, before })
        // A file that a crash leaves behind here is nobody's any more and in nobody's way.
        ctx.afterCommit(() => store.remove(before.url.slice(STATIC_PATH.length + 1)))
        return null
      }),
  })
}
