import type { Slice } from '#server/core/slice.ts'
import { consumeRoutes } from './consume.routes.ts'
import { playBeforePayRoutes } from './play-before-pay.routes.ts'

/** Starting sessions, the pay-later list, deducting hung orders. */
export const sessions: Slice = (app, deps) => {
  playBeforePayRoutes(app, deps)
  consumeRoutes(app, deps)
}
