import { z } from 'zod'
import { listedRow, listFilters, listQueryOf, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { idList, listQuery, onScreen, route } from '#shared/core/route.ts'
import { exact, line, lines } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** Job name from a feature's manifest; only jobs with code can be scheduled. */
const JobName = exact(64).regex(/^[a-zA-Z]+(\.[a-zA-Z]+)+$/)

/** 0 normal, -1 paused; forms send text. */
const JobStatus = z.union([
  z.literal([0, -1]),
  z.enum(['0', '-1']).transform((value): 0 | -1 => (value === '0' ? 0 : -1)),
])

const jobFields = z.object({
  jobClassName: JobName,
  /** Cron expression: five fields from the minute, or six or seven from the second as in the API family; in Chinese time. */
  cronExpression: line(100).regex(/^\S+( +\S+){4,6}$/),
  /** Days of retention, for clean-up jobs. */
  parameter: z.string().regex(/^\d{0,4}$/),
  description: lines(200),
  status: JobStatus,
})

const NewJob = jobFields.extend({
  parameter: jobFields.shape.parameter.nullish().transform((value) => value ?? ''),
  description: jobFields.shape.description.nullish().transform((value) => value ?? ''),
  status: JobStatus.default(0),
})

export const ScheduledJob = z.object({
  id: z.uuid(),
  jobClassName: JobName,
  cronExpression: z.string(),
  parameter: z.string(),
  description: z.string(),
  status: z.literal([0, -1]),
  nextRunTime: WireTime.nullable(),
  createBy: z.string().nullable(),
  createTime: WireTime,
  updateBy: z.string().nullable(),
  updateTime: WireTime.nullable(),
})
export type ScheduledJob = z.infer<typeof ScheduledJob>

export const JobRun = z.object({
  id: z.uuid(),
  jobClassName: z.string(),
  /** By schedule, or started manually. */
  cause: z.enum(['schedule', 'person']),
  startedBy: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  result: z.string(),
  queuedAt: WireTime,
  startedAt: WireTime.nullable(),
  endedAt: WireTime.nullable(),
})

/** List, export and import of jobs. */
export const jobResource = resource({
  path: '/sys/quartzJob',
  permission: 'job',
  noun: 'scheduled jobs',
  entity: ScheduledJob,
  create: NewJob,
  update: jobFields,
  filter: {
    id: 'id',
    jobClassName: 'text',
    cronExpression: 'text',
    parameter: 'text',
    description: 'text',
    status: 'number',
    nextRunTime: 'time',
    createTime: 'time',
    createBy: 'text',
  },
  sort: ['createTime', 'jobClassName', 'nextRunTime', 'status'],
  dict: { status: 'quartz_status' },
})

export const jobSheet: Sheet = {
  title: 'menu.jobs',
  columns: {
    jobClassName: 'job.name',
    cronExpression: 'job.cron',
    parameter: 'job.parameter',
    description: 'job.description',
    status: 'job.status',
  },
}

export const runFilter = { jobClassName: 'text', state: 'text', cause: 'text', queuedAt: 'time' } as const

/** The API family names a job by its class, newer servers by its id. */
const WhichJob = z
  .object({ id: z.uuid().optional(), jobClassName: JobName.optional() })
  .refine(({ id, jobClassName }) => id !== undefined || jobClassName !== undefined, { path: ['jobClassName'] })
const ById = z.object({ id: z.uuid() })

/** Scheduled jobs of the whole system; there are none per store. */
export const scheduledJobs = onScreen('job', {
  list: route({
    method: 'GET',
    path: '/sys/quartzJob/list',
    summary: 'Scheduled jobs with their next run',
    access: 'job:list',
    query: listQueryOf(jobResource),
    result: pageOf(listedRow(ScheduledJob, jobResource.dict)),
  }),
  ...excelRoutes(jobResource),
  names: route({
    method: 'GET',
    path: '/sys/quartzJob/names',
    summary: 'The names of the jobs that this server can schedule',
    access: 'job:list',
    result: z.array(z.object({ value: z.string(), text: z.string() })),
  }),
  queryById: route({
    method: 'GET',
    path: '/sys/quartzJob/queryById',
    summary: 'One scheduled job',
    access: 'job:list',
    query: ById,
    result: ScheduledJob,
  }),
  add: route({
    method: 'POST',
    path: '/sys/quartzJob/add',
    summary: 'Schedules one of the known jobs',
    access: 'job:add',
    body: NewJob,
    result: z.null(),
    message: 'message.job.added',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/quartzJob/edit',
    summary: 'Changes the sent fields of a scheduled job',
    access: 'job:edit',
    body: jobFields.partial().extend({ id: z.uuid() }),
    result: z.null(),
    message: 'message.job.updated',
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/quartzJob/delete',
    summary: 'Deletes a scheduled job',
    access: 'job:delete',
    query: ById,
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/quartzJob/deleteBatch',
    summary: 'Deletes several scheduled jobs, all or none',
    access: 'job:delete',
    query: z.object({ ids: idList }),
    result: z.null(),
    message: 'message.batchDeleted',
  }),
  pause: route({
    method: 'GET',
    path: '/sys/quartzJob/pause',
    summary: 'Pauses a job until it is resumed',
    access: 'job:edit',
    query: WhichJob,
    result: z.null(),
    message: 'message.job.paused',
    audited: true,
  }),
  resume: route({
    method: 'GET',
    path: '/sys/quartzJob/resume',
    summary: 'Resumes a paused job; missed runs are not made up for',
    access: 'job:edit',
    query: WhichJob,
    result: z.null(),
    message: 'message.job.resumed',
    audited: true,
  }),
  execute: route({
    method: 'GET',
    path: '/sys/quartzJob/execute',
    summary: 'Runs a job now, even if it is paused; refused while it is queued or running',
    access: 'job:run',
    query: WhichJob,
    result: z.null(),
    message: 'message.job.started',
    audited: true,
  }),
  runs: route({
    method: 'GET',
    path: '/sys/quartzJob/runs',
    summary: 'The last runs with their results',
    access: 'job:list',
    query: listQuery(['queuedAt'], listFilters(runFilter)),
    result: pageOf(JobRun),
  }),
})
