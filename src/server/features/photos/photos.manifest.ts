import type { SliceManifest } from '#server/core/slice.ts'
import { deleteOldPhotos } from './racer-photos.job.ts'
import { racerPhotosRoutes } from './racer-photos.routes.ts'

/** Photographs of racers, taken before the start of rules that want one. */
export const photosManifest: SliceManifest = {
  name: 'photos',
  mount: racerPhotosRoutes,
  actions: {
    // Whoever starts rides; looking at faces afterwards is for those who answer for the store.
    'racerphoto:add': ['hq', 'manager', 'coach', 'cashier'],
    'racerphoto:delete': ['hq', 'manager'],
    'racerphoto:view': ['hq', 'manager'],
  },
  menus: [],
  jobs: { 'racerPhotos.forget': { work: deleteOldPhotos, keepDays: 0 } },
}
