import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { kindOfFile, MAX_UPLOAD, sumOf, uploadable } from '#server/core/files/files.ts'
import { forgetUploads, tooLarge } from '#server/core/files/uploads.ts'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { importErrors } from '#server/core/workbooks/import-errors.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { files } from '#shared/features/system/files.contract.ts'
import { countUpload } from './upload-use.repository.ts'

/** How often each copy of the server removes leftover temporary files and expired error workbooks; it also does so at its start. */
const SWEEP_MS = 3_600_000

interface UploadOptions {
  /** By default the folder that the form's field `biz` names. */
  folder?: string
  maxBytes?: number
  /** Throws for a file that is not accepted here; `path` is the temporary file. */
  check?: (path: string) => Promise<unknown>
}

/** Stores the file of a call within the quotas of its user and store. If `work` fails, the file is removed. */
export function storeUpload<T>(
  { config, clock, files: store }: Pick<Deps, 'config' | 'clock' | 'files'>,
  ctx: CallContext,
  { folder, maxBytes = MAX_UPLOAD, check }: UploadOptions,
  work: (trx: Transaction, stored: { path: string; name: string; sha256: string }) => Promise<T>,
): Promise<T> {
  return ctx.withUpload(maxBytes, async (upload) => {
    await check?.(upload.path)
    const kind = await kindOfFile(upload.path)
    if (!kind) throw new AppError('files.wrongType', { types: uploadable.join(', ') })
    if (upload.size > kind.maxBytes) throw tooLarge(kind.maxBytes)
    const sha256 = await sumOf(createReadStream(upload.path))
    const path = await store.put(upload.path, folder ?? upload.fields.biz ?? 'upload', kind.extension, clock())
    try {
      return await ctx.tx(async (trx) => {
        await countUpload(trx, config, ctx.user, { path, bytes: upload.size, sha256 }, clock())
        return work(trx, { path, name: upload.name, sha256 })
      })
    } catch (error) {
      // Users must learn why it failed; a file that nothing shows does no harm.
      await store.remove(path).catch(() => undefined)
      throw error
    }
  })
}

export function filesRoutes(app: FastifyInstance, deps: Deps): void {
  const errors = importErrors(deps.files.storage)
  const sweep = async () => {
    await forgetUploads(join(deps.config.dataDir, 'tmp'))
    // While the storage is away the server starts without it.
    await errors
      .forgetOld(deps.clock())
      .catch((error: unknown) => deps.log.warn({ err: error }, 'files were not swept'))
  }
  app.addHook('onReady', sweep)
  deps.jobs.every(SWEEP_MS, sweep)
  const upload = async ({ ctx }: { ctx: CallContext }) => {
    // Anyone may register an account, so only users of a store may upload files.
    if (ctx.user.orgCode === '' && ctx.user.identity !== '-1') throw new AppError('auth.chooseStore')
    return storeUpload(deps, ctx, {}, async (_, { path }) => withMessage(null, path))
  }
  mount(app, deps, files, {
    upload,
    uploadMinio: upload,
    importErrors: async ({ params, ctx }) => {
      const file = await errors.find(ctx.user.id, params.name, deps.clock())
      if (!file) throw new AppError('common.notFound')
      return file
    },
    static: async ({ params: { folder, month, name } }) => {
      const file = await deps.files.find(folder, month, name)
      if (!file) throw new AppError('common.notFound')
      return file
    },
  })
}
