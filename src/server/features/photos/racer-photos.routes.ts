import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type RidePhoto, racerPhotos } from '#shared/features/photos/racer-photos.contract.ts'
import { readPhotograph } from './photograph.service.ts'
import { photoOfRide, removePhoto, storePhoto } from './racer-photos.repository.ts'

const MEGABYTE = 1_048_576
const DAY_MS = 86_400_000

const noPhoto: RidePhoto = {
  state: 'none',
  photoId: null,
  image: '',
  reason: '',
  takenTime: null,
  takenBy: '',
  keptUntil: null,
}

export function racerPhotosRoutes(app: FastifyInstance, deps: Deps): void {
  const { photoMegabytesPerStore } = deps.config
  mount(app, deps, racerPhotos, {
    upload: async ({ ctx }) => {
      const { orgCode, realname } = ctx.user
      if (orgCode === '') throw new AppError('auth.chooseStore')
      const photo = {
        id: newId(),
        orgCode,
        image: await readPhotograph(ctx),
        takenAt: deps.clock(),
        takenByName: realname,
      }
      await ctx.tx(async (trx) => {
        if (!(await storePhoto(trx, photo, photoMegabytesPerStore * MEGABYTE)))
          throw new AppError('photos.storeFull', { limit: photoMegabytesPerStore, field: 'file' })
        ctx.touched({ id: photo.id, after: { bytes: photo.image.length } })
      })
      return { id: photo.id }
    },

    queryByPlay: ({ query: { playId }, ctx }) =>
      ctx.tx(async (trx) => {
        const found = await photoOfRide(trx, playId)
        ctx.touched({ id: playId })
        if (!found) return noPhoto
        const { photoId, reason, offline, image, takenAt, takenByName, photoKeepDays } = found
        if (photoId === null) return { ...noPhoto, state: offline ? 'offline' : 'without', reason }
        if (!image || !takenAt) return { ...noPhoto, state: 'forgotten' }
        return {
          state: 'taken',
          photoId,
          image: `data:image/jpeg;base64,${image.toString('base64')}`,
          reason: '',
          takenTime: toWireTime(takenAt),
          takenBy: takenByName ?? '',
          keptUntil: toWireTime(new Date(takenAt.getTime() + photoKeepDays * DAY_MS)),
        }
      }),

    delete: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const before = await removePhoto(trx, query.id)
        if (!before) throw new AppError('common.recordNotFound')
        ctx.touched({ id: before.id, before })
        return null
      }),
  })
}
