import type { SliceManifest } from '#server/core/slice.ts'
import { forgetFaces } from './member-faces.job.ts'
import { memberFacesRoutes } from './member-faces.routes.ts'

/** Members found by their face, with their consent. */
export const facesManifest: SliceManifest = {
  name: 'faces',
  mount: memberFacesRoutes,
  actions: {
    // Enrolling and withdrawing: a withdrawal waits for nobody.
    'memberface:enrol': ['hq', 'manager', 'cashier'],
    'memberface:identify': ['hq', 'manager', 'cashier'],
  },
  jobs: { 'faces.forget': { work: forgetFaces, keepDays: 0 } },
}
