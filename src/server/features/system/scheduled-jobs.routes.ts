import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { crudTable } from '#server/core/crud.ts'
import { mount } from '#server/core/mount.ts'
import { nextRun } from '#server/core/schedule.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import {
  JobRun,
  jobFilter,
  runFilter,
  ScheduledJob,
  scheduledJobs,
} from '#shared/features/system/scheduled-jobs.contract.ts'
import { deleteJobs, insertJob, lockJob, updateJob } from './scheduled-jobs.repository.ts'
import { LOOK_MS, orderDueJobs, runNow, workOff } from './scheduled-jobs.service.ts'

const none = z.object({})
const jobTable = crudTable(
  { entity: ScheduledJob, filter: jobFilter, create: none, update: none },
  { table: 'sysQuartzJob', ofStores: false },
)
const runTable = crudTable(
  { entity: JobRun, filter: runFilter, create: none, update: none },
  { table: 'sysQuartzRun', ofStores: false },
)

/** When a schedule comes due next; one that never does is refused. */
function due(cronExpression: string, now: Date): Date {
  const at = nextRun(cronExpression, now)
  if (!at) throw new AppError('jobs.badSchedule', { field: 'cronExpression' })
  return at
}

async function locked(trx: Transaction, which: { id?: string; jobClassName?: string }) {
  const job = await lockJob(trx, which)
  if (!job) throw new AppError('jobs.unknown')
  return job
}

async function remove(trx: Transaction, ids: string[]): Promise<null> {
  const wanted = [...new Set(ids)]
  if ((await deleteJobs(trx, wanted)) < wanted.length) throw new AppError('jobs.unknown')
  return null
}

/** Scheduled jobs: what runs when, the last runs, and the work itself on this copy of the server. */
export function scheduledJobsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, jobs } = deps
  jobs.work('scheduled', (job: Parameters<typeof workOff>[1]) => workOff(deps, job))
  jobs.every(LOOK_MS, () => orderDueJobs(deps))

  mount(app, deps, scheduledJobs, {
    list: ({ query, ctx }) => ctx.tx((trx) => jobTable.page(trx, ctx.user, query)),
    queryById: ({ query, ctx }) => ctx.tx((trx) => jobTable.get(trx, query.id)),
    runs: ({ query, ctx }) => ctx.tx((trx) => runTable.page(trx, ctx.user, query)),
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const nextRunTime = due(body.cronExpression, clock())
        const audit = { createBy: ctx.user.username, createTime: clock(), updateBy: null, updateTime: null }
        await insertJob(trx, { id: newId(), ...body, nextRunTime, ...audit })
        return null
      }),
    edit: ({ body: { id, ...fields }, ctx }) =>
      ctx.tx(async (trx) => {
        const job = await locked(trx, { id })
        if (Object.values(fields).every((value) => value === undefined)) return null
        const nextRunTime = due(fields.cronExpression ?? job.cronExpression, clock())
        await updateJob(trx, id, { ...fields, nextRunTime, updateBy: ctx.user.username, updateTime: clock() })
        return null
      }),
    delete: ({ query, ctx }) => ctx.tx((trx) => remove(trx, [query.id])),
    deleteBatch: ({ query, ctx }) => ctx.tx((trx) => remove(trx, query.ids)),
    pause: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const { id } = await locked(trx, query)
        await updateJob(trx, id, { status: -1, nextRunTime: null, updateBy: ctx.user.username, updateTime: clock() })
        return null
      }),
    resume: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const { id, cronExpression } = await locked(trx, query)
        const nextRunTime = due(cronExpression, clock())
        await updateJob(trx, id, { status: 0, nextRunTime, updateBy: ctx.user.username, updateTime: clock() })
        return null
      }),
    execute: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await runNow(deps, trx, query, ctx.user.username)
        return null
      }),
  })
}
