import type { SliceManifest } from '#server/core/slice.ts'
import { deleteForgottenPictures } from './guest-pictures.job.ts'
import { deleteOldPhotos } from './racer-photos.job.ts'
import { racerPhotosRoutes } from './racer-photos.routes.ts'

/** Photographs of racers, taken before rides whose rule requires one. */
export const photosManifest: SliceManifest = {
  name: 'photos',
  mount: racerPhotosRoutes,
  actions: {
    // Everyone who starts rides; viewing is for those responsible for the store.
    'racerphoto:add': ['hq', 'manager', 'coach', 'cashier'],
    'racerphoto:delete': ['hq', 'manager'],
    'racerphoto:view': ['hq', 'manager'],
  },
  menus: [],
  jobs: {
    'racerPhotos.forget': { work: deleteOldPhotos, keepDays: 0 },
    'guestPictures.forget': { work: deleteForgottenPictures, keepDays: 0 },
  },
}
