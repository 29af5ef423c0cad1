import { beforeAll, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, admin } = await testVenue(['admin'], { jobs: true })

const owner = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (client) => (await client.query(statement, values)).rows)
const stateOf = async (jobClassName: string) =>
  (await admin.scheduledJobs.runs({ query: { jobClassName } })).result.records[0]

/** A backup that is under way until `end` is called. */
function slowBackup() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const backup = { begun: 0, end: resolve }
  server.deps.backUp = async () => {
    backup.begun++
    await promise
    return { removed: 3 }
  }
  return backup
}

beforeAll(async () => {
  // The demo's own schedules are paused, so that only jobs of the tests run.
  for (const { id } of (await admin.scheduledJobs.list({ query: { pageSize: 200 } })).result.records) {
    await admin.scheduledJobs.pause({ query: { id } })
  }
})

it('delays no other job while it is sent to its bucket', async () => {
  const backup = slowBackup()
  await admin.scheduledJobs.execute({ query: { jobClassName: 'backups.run' } })
  await until(() => expect(backup.begun).toBe(1))
  await admin.scheduledJobs.execute({ query: { jobClassName: 'venueHealth.watch' } })
  await until(async () => expect((await stateOf('venueHealth.watch'))?.state).toBe('done'))
  const run = await stateOf('backups.run')
  expect(run?.state).toBe('running')
  // It may be sent for a day.
  expect(await owner('select expire_seconds from pgboss.job where id = $1', [run?.id])).toEqual([
    { expire_seconds: 86_400 },
  ])
  backup.end()
  await until(async () => expect(await stateOf('backups.run')).toMatchObject({ state: 'done', result: '3' }))
})

it('does not run a second time beside itself when its time has expired', async () => {
  await owner(`update pgboss.queue set expire_seconds = 1, retry_delay = 0 where name = 'scheduled'`)
  const backup = slowBackup()
  await admin.scheduledJobs.execute({ query: { jobClassName: 'backups.run' } })
  const run = await stateOf('backups.run')
  await until(async () => {
    const [job] = await owner('select state, retry_count from pgboss.job where id = $1', [run?.id])
    // The second attempt has expired, too.
    expect(job).toEqual({ state: 'failed', retry_count: 1 })
  })
  expect(backup.begun).toBe(1)
  expect((await stateOf('backups.run'))?.state).toBe('running')
  backup.end()
  await until(async () => expect(await stateOf('backups.run')).toMatchObject({ state: 'done', result: '3' }))
})
