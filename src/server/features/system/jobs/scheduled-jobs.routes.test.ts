import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { orderDueJobs } from './scheduled-jobs.service.ts'

const { server, venue } = await testVenue([], { jobs: true })
const other = await server.startCopy()

let admin: TestClient

beforeAll(async () => {
  admin = await server.signIn('admin')
  // The demo's own schedules are paused, so that only jobs of the tests run.
  for (const { id } of (await admin.scheduledJobs.list({ query: { pageSize: 200 } })).result.records) {
    await admin.scheduledJobs.pause({ query: { id } })
  }
})

const owner = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (client) => (await client.query(statement, values)).rows)
const jobOf = async (jobClassName: string) => {
  const { result } = await admin.scheduledJobs.list({ query: { jobClassName } })
  return result.records[0]
}
const runsOf = async (jobClassName: string) =>
  (await admin.scheduledJobs.runs({ query: { jobClassName, pageSize: 200 } })).result.records

/** The queue learns of the end of a run after its row, and takes no other run of that job before. */
const queueIsEmpty = async () =>
  expect(await owner(`select from pgboss.job where name = 'scheduled' and state < 'completed'`)).toEqual([])

/** Runs a job now and waits for its end. */
async function run(jobClassName: string) {
  const before = new Set((await runsOf(jobClassName)).map(({ id }) => id))
  await admin.scheduledJobs.execute({ query: { jobClassName } })
  return until(async () => {
    const mine = (await runsOf(jobClassName)).find(({ id }) => !before.has(id))
    expect(mine?.endedAt).toBeTypeOf('string')
    await queueIsEmpty()
    return mine
  })
}

describe('a schedule', () => {
  it('is for one of the server’s jobs, once per job, with times in the future', async () => {
    const body = { jobClassName: 'runs.end', cronExpression: '0 0 4 * * ?' }
    expect(await codeOf(admin.scheduledJobs.add({ body }))).toBe('jobs.exists')
    const foreign = { ...body, jobClassName: 'org.jeecg.modules.message.job.SendMsgJob' }
    expect(await codeOf(admin.scheduledJobs.add({ body: foreign }))).toBe('jobs.unknownClass')
    const { id = '' } = (await jobOf('runs.end')) ?? {}
    for (const cronExpression of ['0 0 0 31 2 ?', '0 0 25 * * ?', 'every now and then x']) {
      expect(await codeOf(admin.scheduledJobs.edit({ body: { ...body, id, cronExpression } }))).toBe('jobs.badSchedule')
    }
    await admin.scheduledJobs.delete({ query: { id } })
    expect(await codeOf(admin.scheduledJobs.delete({ query: { id } }))).toBe('jobs.unknown')
    const { message } = await admin.scheduledJobs.add({ body: { ...body, status: -1 } })
    expect(message).toBe('创建定时任务成功')
    expect(await jobOf('runs.end')).toMatchObject({ status: -1, cronExpression: '0 0 4 * * ?', createBy: 'admin' })
  })

  it('does not run while it is paused, and shows its next time', async () => {
    const query = { jobClassName: 'tokens.prune' }
    await admin.scheduledJobs.resume({ query })
    expect(await jobOf('tokens.prune')).toMatchObject({ status: 0, nextRunTime: expect.stringContaining('04:15:00') })
    await admin.scheduledJobs.pause({ query })
    expect(await jobOf('tokens.prune')).toMatchObject({ status: -1, nextRunTime: null })
    server.clock.advance(2 * 86_400_000)
    await orderDueJobs(server.deps)
    expect(await runsOf('tokens.prune')).toEqual([])
  })

  it('is queued by only one of several copies of the server at the same moment', async () => {
    await admin.scheduledJobs.resume({ query: { jobClassName: 'printJobs.expire' } })
    for (let occurrence = 1; occurrence <= 5; occurrence++) {
      server.clock.advance(600_000)
      await Promise.all([server, other, server, other, server].map(({ deps }) => orderDueJobs(deps)))
      await until(async () => {
        const runs = await runsOf('printJobs.expire')
        expect(runs.map(({ state, cause }) => [state, cause])).toEqual(
          Array.from({ length: occurrence }, () => ['done', 'schedule']),
        )
        await queueIsEmpty()
      })
    }
    await admin.scheduledJobs.pause({ query: { jobClassName: 'printJobs.expire' } })
  })

  it('is run once for all times missed while no server ran', async () => {
    await admin.scheduledJobs.resume({ query: { jobClassName: 'messages.prune' } })
    server.clock.advance(10 * 86_400_000)
    admin = await server.signIn('admin')
    for (const { deps } of [server, other]) await orderDueJobs(deps)
    await until(async () => expect((await runsOf('messages.prune'))[0]?.state).toBe('done'))
    for (const { deps } of [server, other]) await orderDueJobs(deps)
    expect(await runsOf('messages.prune')).toHaveLength(1)
    await admin.scheduledJobs.pause({ query: { jobClassName: 'messages.prune' } })
  })

  it('is skipped while another copy has locked it', async () => {
    const query = { jobClassName: 'runs.end' }
    await admin.scheduledJobs.resume({ query })
    const before = (await runsOf('runs.end')).length
    await withClient(server.database.ownerUrl, async (another) => {
      await another.query('begin')
      await another.query(`select from scheduled_job where job_name = 'runs.end' for update`)
      // It is due from now on.
      server.clock.advance(86_400_000)
      await orderDueJobs(server.deps)
      expect(await runsOf('runs.end')).toHaveLength(before)
      await another.query(`update scheduled_job set status = -1, next_run_at = null where job_name = 'runs.end'`)
      await another.query('commit')
    })
    await orderDueJobs(other.deps)
    expect(await runsOf('runs.end')).toHaveLength(before)
  })

  it('is queued at the start of a copy if it is due then', async () => {
    const before = (await runsOf('messages.prune')).length
    await admin.scheduledJobs.resume({ query: { jobClassName: 'messages.prune' } })
    await owner(`update scheduled_job set next_run_at = $1 where job_name = 'messages.prune'`, [server.clock.now()])
    const copy = await server.startCopy()
    await until(async () => {
      const runs = await runsOf('messages.prune')
      expect(runs.map(({ state }) => state)).toEqual(Array.from({ length: before + 1 }, () => 'done'))
    })
    await admin.scheduledJobs.pause({ query: { jobClassName: 'messages.prune' } })
    await copy.stop()
  })

  it('runs a job once at a time, also when users request more runs', async () => {
    const slow = await server.deps.db.pool.connect()
    try {
      // The pruning waits for this row.
      await slow.query('begin')
      await slow.query('lock table login_captcha in exclusive mode')
      const query = { jobClassName: 'tokens.prune' }
      const asked = await Promise.allSettled([1, 2, 3].map(() => admin.scheduledJobs.execute({ query })))
      expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
      await until(async () => expect((await runsOf('tokens.prune'))[0]?.state).toBe('running'))
      expect(await codeOf(admin.scheduledJobs.execute({ query }))).toBe('jobs.running')
    } finally {
      await slow.query('rollback')
      slow.release()
    }
    await until(async () => expect((await runsOf('tokens.prune'))[0]?.state).toBe('done'))
    expect(await runsOf('tokens.prune')).toHaveLength(1)
  })

  it('is not accessible to users of a store', async () => {
    const manager = await server.signIn('manager', STORE)
    expect(await codeOf(manager.scheduledJobs.list({ query: {} }))).toBe('auth.forbidden')
    expect(await codeOf(manager.scheduledJobs.execute({ query: { jobClassName: 'runs.end' } }))).toBe('auth.forbidden')
  })
})

describe('the job', () => {
  it('runs.end ends only timed runs whose time is over', async () => {
    const cashier = await server.signIn('cashier')
    const start = async (consumeVehicleMode: 'timermode' | 'circlemode') => {
      const vehicle = await venue.vehicle()
      await cashier.playBeforePay.add({
        body: venue.start({ vehicleId: vehicle.id, consumeVehicleMode }),
        key: newId(),
      })
      return vehicle.id
    }
    const states = async (vehicleId: string) =>
      (await venue.rows('run').where('vehicleId', vehicleId)).map((row) => row.state)
    const [timed, laps] = [await start('timermode'), await start('circlemode')]
    await run('runs.end')
    expect([await states(timed), await states(laps)]).toEqual([['RUNNING'], ['RUNNING']])
    server.clock.advance(3_600_000)
    const done = await run('runs.end')
    expect(done).toMatchObject({ state: 'done', cause: 'person', startedBy: 'admin' })
    // None where the vehicle, which has the clock too, was faster.
    expect(['0', '1']).toContain(done?.result)
    expect([await states(timed), await states(laps)]).toEqual([['ENDED'], ['RUNNING']])
  })

  it('printJobs.expire closes tickets that nobody printed in time', async () => {
    await owner(
      `insert into print_job (id, org_code, order_id, ticket, state, claimed_by, claim_until, created_at, expires_at)
       select gen_random_uuid(), 'A01A01', gen_random_uuid(), '{}', state, by, until, now(), $1::timestamptz
       from (values ('waiting', null::uuid, null::timestamptz), ('claimed', gen_random_uuid(), $1::timestamptz),
         ('claimed', gen_random_uuid(), $2::timestamptz), ('printed', null, null)) as job (state, by, until)`,
      [new Date(server.clock.now().getTime() - 1000), new Date(server.clock.now().getTime() + 60_000)],
    )
    await run('printJobs.expire')
    const left = await owner(`select state, count(*)::int from print_job where ticket = '{}' group by 1 order by 1`)
    expect(left).toEqual([
      { state: 'claimed', count: 1 },
      { state: 'expired', count: 2 },
      { state: 'printed', count: 1 },
    ])
  })

  it('leaves runs of the last week in the list', async () => {
    await owner(
      `insert into job_run (id, job_name, cause, state, queued_at)
       select gen_random_uuid(), name, 'schedule', 'done', $1 from unnest(array['runs.end', 'printJobs.expire']) as name`,
      [new Date(server.clock.now().getTime() - 8 * 86_400_000)],
    )
    await run('runs.end')
    const week = new Date(server.clock.now().getTime() - 7 * 86_400_000)
    const old = await owner('select distinct job_name as name from job_run where queued_at < $1', [week])
    expect(old.map(({ name }) => name)).not.toContain('runs.end')
    expect(old.map(({ name }) => name)).toContain('printJobs.expire')
  })

  it('tokens.prune removes tokens that have been invalid for the days of its parameter', async () => {
    const { id = '', cronExpression = '' } = (await jobOf('tokens.prune')) ?? {}
    const body = { id, jobClassName: 'tokens.prune', cronExpression, status: -1 } as const
    await admin.scheduledJobs.edit({ body: { ...body, parameter: '3' } })
    const at = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000)
    await owner(
      `insert into access_token (token_hash, user_id, expires_at, revoked_at)
       select name, (select id from user_account where username = 'coach'), expires::timestamptz, revoked::timestamptz
       from (values ('old', $1, null), ('recent', $2, null), ('revoked', $3, $1), ('valid', $3, null)) as t (name, expires, revoked)`,
      [at(-4).toISOString(), at(-2).toISOString(), at(5).toISOString()],
    )
    await run('tokens.prune')
    const left = await owner(
      `select token_hash from access_token where token_hash in ('old', 'recent', 'revoked', 'valid') order by 1`,
    )
    expect(left).toEqual([{ token_hash: 'recent' }, { token_hash: 'valid' }])
    expect(await codeOf(admin.scheduledJobs.edit({ body: { ...body, parameter: '1; drop table x' } }))).toBe(
      'common.invalidInput',
    )
  })

  it('messages.prune removes old finished messages, and marks interrupted ones as failed', async () => {
    const at = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000)
    await owner(
      `insert into message (id, org_code, title, content, receiver, type, send_status, created_by, created_at)
       select gen_random_uuid(), 'A01A02', 'prune', '', 'x', '3', status, 'admin', at::timestamptz
       from (values ('1', $1), ('2', $1), ('0', $1), ('1', $2), ('3', $2)) as m (status, at)`,
      [at(100).toISOString(), at(2).toISOString()],
    )
    await owner(
      `insert into sms_outbox (id, phone, text, created_at) values
      (gen_random_uuid(), '13900000000', 'old', $1), (gen_random_uuid(), '13900000000', 'new', $2)`,
      [at(100), at(2)],
    )
    await run('messages.prune')
    expect(await owner('select text from sms_outbox')).toEqual([{ text: 'new' }])
    const left = await owner(`select send_status as status from message where title = 'prune' order by 1`)
    expect(left.map(({ status }) => status)).toEqual(['0', '1', '2'])
  })
})
