import type { SliceManifest } from '#server/core/slice.ts'
import { memberPageRoutes } from './member-page.routes.ts'

/** The web app of members at `/m`: sign-in by phone and what members see and do by themselves. */
export const memberPageManifest: SliceManifest = {
  name: 'member-page',
  mount: memberPageRoutes,
  actions: {},
}
