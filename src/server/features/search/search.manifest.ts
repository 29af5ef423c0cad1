import type { SliceManifest } from '#server/core/slice.ts'
import { searchRoutes } from './search.routes.ts'

/** One search over what the other slices declare as searched; it needs no action, because each kind needs that of its list. */
export const searchManifest: SliceManifest = { name: 'search', mount: searchRoutes, actions: {} }
