import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/core/slice.ts'
import { categoriesRoutes } from '#server/features/system/dictionaries/categories.routes.ts'
import { checkRulesRoutes } from '#server/features/system/dictionaries/check-rules.routes.ts'
import { dictItemsRoutes, dictionariesRoutes } from '#server/features/system/dictionaries/dictionaries.routes.ts'
import { filesRoutes } from '#server/features/system/files/files.routes.ts'
import { ossFilesRoutes } from '#server/features/system/files/oss-files.routes.ts'
import { scheduledJobsRoutes } from '#server/features/system/jobs/scheduled-jobs.routes.ts'
import { docsRoutes } from '#server/features/system/openapi/docs.routes.ts'
import { demoRecordsRoutes } from './demo-records.routes.ts'
import { duplicatesRoutes } from './duplicates.routes.ts'
import { healthRoutes } from './health.routes.ts'
import { listViewsRoutes } from './list-views.routes.ts'
import { positionsRoutes } from './positions.routes.ts'
import { supportRoutes } from './support.routes.ts'
import { webRoutes } from './web.routes.ts'

/** Registers all calls and pages of the slice. */
export async function mountSystem(app: FastifyInstance, deps: Deps): Promise<void> {
  healthRoutes(app, deps)
  await docsRoutes(app, deps)
  supportRoutes(app, deps)
  positionsRoutes(app, deps)
  demoRecordsRoutes(app, deps)
  filesRoutes(app, deps)
  ossFilesRoutes(app, deps)
  listViewsRoutes(app, deps)
  dictionariesRoutes(app, deps)
  dictItemsRoutes(app, deps)
  categoriesRoutes(app, deps)
  duplicatesRoutes(app, deps)
  checkRulesRoutes(app, deps)
  scheduledJobsRoutes(app, deps)
  await webRoutes(app, deps.config)
}
