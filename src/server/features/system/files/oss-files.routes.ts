import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable, writerOf } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { STATIC_PATH } from '#shared/features/system/files.contract.ts'
import { ossFileResource, ossFiles } from '#shared/features/system/oss-files.contract.ts'
import { storeUpload } from './files.routes.ts'
import { forgetUpload, uploadUse } from './upload-use.repository.ts'

const table = crudTable(ossFileResource, { table: 'storedFile', ofStores: true })

export function ossFilesRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, queryById } = crudHandlers(deps, ossFileResource, table)
  mount(app, deps, ossFiles, {
    list,
    queryById,
    upload: ({ ctx }) =>
      storeUpload(deps, ctx, { folder: 'oss' }, async (trx, { path, name: fileName }) => {
        const values = { fileName, url: `${STATIC_PATH}/${path}` }
        const id = await table.add(trx, values, writerOf(deps, ctx))
        ctx.touched({ id, after: values })
        return null
      }),
    use: ({ ctx }) => ctx.tx((trx) => uploadUse(trx, deps.config, ctx.user)),
    delete: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const [before] = await table.remove(trx, [query.id])
        if (!before) return null
        ctx.touched({ id: before.id, before })
        // A crash here leaves an unreferenced file, which does no harm.
        const path = before.url.slice(STATIC_PATH.length + 1)
        await forgetUpload(trx, path)
        ctx.afterCommit(() => deps.files.remove(path))
        return null
      }),
  })
}
