import type { FastifyInstance } from 'fastify'
import type { Updateable } from 'kysely'
import { z } from 'zod'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { type HandlerResult, mount } from '#server/core/http/mount.ts'
import { nextRun } from '#server/core/jobs/schedule.ts'
import { crudTable, type Writer, writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import {
  JobRun,
  jobResource,
  jobSheet,
  runFilter,
  ScheduledJob,
  scheduledJobs,
} from '#shared/features/system/scheduled-jobs.contract.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import { deleteJobs, insertJob, lockJob, updateJob } from './scheduled-jobs.repository.ts'
import { jobWorker, LOOK_MS, orderDueJobs, runNow } from './scheduled-jobs.service.ts'

const none = z.object({})
const jobTable = crudTable(
  { entity: ScheduledJob, filter: jobResource.filter, create: none, update: none },
  { table: 'scheduledJob', ofStores: false, columns: { jobClassName: 'jobName', nextRunTime: 'nextRunAt' } },
)
const runTable = crudTable(
  { entity: JobRun, filter: runFilter, create: none, update: none },
  { table: 'jobRun', ofStores: false, columns: { jobClassName: 'jobName' } },
)

/** The next time of a schedule; throws if there is none. */
function due(cronExpression: string, now: Date): Date {
  const at = nextRun(cronExpression, now)
  if (!at) throw new AppError('jobs.badSchedule', { field: 'cronExpression' })
  return at
}

interface WhichJob {
  id?: string
  jobName?: string
}

const jobKeyOf = ({ id, jobClassName }: { id?: string; jobClassName?: string }): WhichJob => ({
  id,
  jobName: jobClassName,
})

async function locked(trx: Transaction, which: WhichJob) {
  const job = await lockJob(trx, which)
  if (!job) throw new AppError('jobs.unknown')
  return job
}

async function schedule(
  trx: Transaction,
  { jobClassName, ...job }: z.output<typeof jobResource.create>,
  { user, at }: Writer,
): Promise<string> {
  const id = newId()
  const next = due(job.cronExpression, at)
  const audit = { createdBy: user.username, createdAt: at, updatedBy: null, updatedAt: null }
  await insertJob(trx, { id, jobName: jobClassName, ...job, nextRunAt: job.status === 0 ? next : null, ...audit })
  return id
}

async function remove(trx: Transaction, ids: string[]): Promise<null> {
  const wanted = [...new Set(ids)]
  if ((await deleteJobs(trx, wanted)) < wanted.length) throw new AppError('jobs.unknown')
  return null
}

/** Scheduled jobs: their schedules, their last runs, and their execution on this copy of the server. */
export function scheduledJobsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, jobs, registry } = deps
  jobs.work('scheduled', jobWorker(deps))
  jobs.every(LOOK_MS, () => orderDueJobs(deps))

  const known = (name: string | undefined) => {
    if (name === undefined || registry.jobs.has(name)) return
    throw new AppError('jobs.unknownClass', { field: 'jobClassName', name })
  }
  const addKnown: typeof schedule = (trx, job, writer) => {
    known(job.jobClassName)
    return schedule(trx, job, writer)
  }

  /** A paused job has no next time; runs missed during the pause are not made up for. */
  const change = (ctx: CallContext, which: WhichJob, fields: Updateable<Tables['scheduledJob']>) =>
    ctx.tx(async (trx) => {
      const job = await locked(trx, which)
      if (Object.values(fields).every((value) => value === undefined)) return null
      known(fields.jobName)
      const next = due(fields.cronExpression ?? job.cronExpression, clock())
      const nextRunAt = (fields.status ?? job.status) === 0 ? next : null
      const audit = { updatedBy: ctx.user.username, updatedAt: clock() }
      await updateJob(trx, job.id, { ...fields, nextRunAt, ...audit })
      const { jobName, ...after } = fields
      ctx.touched({ id: job.id, before: jobTable.toRow(job), after: { jobClassName: jobName, ...after } })
      return null
    })

  mount(app, deps, scheduledJobs, {
    ...excelHandlers(deps, jobResource, jobSheet, { ...jobTable, add: addKnown }),
    list: async ({ query, ctx }) => {
      const page = await ctx.tx((trx) => jobTable.page(trx, ctx.user, query))
      const records = await withDictTexts(deps.dictionaries, jobResource.dict, page.records, ctx.locale)
      // The dictionaries add their texts, which the type does not express.
      return { ...page, records } as HandlerResult<typeof scheduledJobs.list>
    },
    names: async ({ ctx: { locale } }) =>
      [...registry.jobs.keys()].map((value) => ({ value, text: text(locale, `jobName.${value}` as TextKey) })),
    queryById: ({ query, ctx }) => ctx.tx((trx) => jobTable.get(trx, query.id)),
    runs: ({ query, ctx }) => ctx.tx((trx) => runTable.page(trx, ctx.user, query)),
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        ctx.touched({ id: await addKnown(trx, body, writerOf(deps, ctx)), after: body })
        return null
      }),
    edit: ({ body: { id, jobClassName: jobName, ...fields }, ctx }) => change(ctx, { id }, { ...fields, jobName }),
    delete: ({ query, ctx }) => ctx.tx((trx) => remove(trx, [query.id])),
    deleteBatch: ({ query, ctx }) => ctx.tx((trx) => remove(trx, query.ids)),
    pause: ({ query, ctx }) => change(ctx, jobKeyOf(query), { status: -1 }),
    resume: ({ query, ctx }) => change(ctx, jobKeyOf(query), { status: 0 }),
    execute: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const { id } = await runNow(deps, trx, jobKeyOf(query), ctx.user.username)
        ctx.touched({ id })
        return null
      }),
  })
}
