import type { FastifyInstance } from 'fastify'
import { fileStore, kindOfFile, MAX_UPLOAD, uploadable } from '#server/core/files.ts'
import { mount, withMessage } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { tooLarge } from '#server/core/uploads.ts'
import { AppError } from '#shared/core/errors.ts'
import { files } from '#shared/features/system/files.contract.ts'

export function filesRoutes(app: FastifyInstance, deps: Deps): void {
  const store = fileStore(deps.config.dataDir)
  mount(app, deps, files, {
    upload: ({ ctx }) =>
      ctx.withUpload(MAX_UPLOAD, async ({ path, size, fields }) => {
        const kind = await kindOfFile(path)
        if (!kind) throw new AppError('files.wrongType', { types: uploadable.join(', ') })
        if (size > kind.maxBytes) throw tooLarge(kind.maxBytes)
        return withMessage(null, await store.put(path, fields.biz ?? 'upload', kind.extension, deps.clock()))
      }),
    static: async ({ params: { folder, month, name } }) => {
      const file = await store.find(folder, month, name)
      if (!file) throw new AppError('common.notFound')
      return file
    },
  })
}
