import { prepareJobs } from './core/jobs/jobs.schema.ts'
import { syncReference } from './core/reference.ts'
import { collect } from './core/registry.ts'
import { migrate } from './db/migrate.ts'
import { ensureReportRole } from './db/report-role.ts'
import { slices } from './slices.ts'

/** Migrates a database to this version: its tables, the queue's, and the reference data of the slices' manifests. */
export const prepareDatabase = (
  ownerUrl: string,
  log: (line: string) => void = () => undefined,
  { restoring = false } = {},
): Promise<void> =>
  migrate(
    ownerUrl,
    log,
    async (owner) => {
      await prepareJobs(ownerUrl)
      await syncReference(owner, collect(slices))
      await ensureReportRole(owner)
    },
    { restoring },
  )
