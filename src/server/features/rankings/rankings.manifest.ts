import type { SliceManifest } from '#server/core/slice.ts'
import { rankingsRoutes } from './rankings.routes.ts'

/** What was driven, as racers and guests see it: heats as they stand, the result of a ride, rankings. */
export const rankingsManifest: SliceManifest = {
  name: 'rankings',
  mount: rankingsRoutes,
  actions: {},
}
