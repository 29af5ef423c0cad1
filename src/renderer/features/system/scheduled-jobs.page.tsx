import { Input, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { scheduledJobs } from '#shared/features/system/scheduled-jobs.contract.ts'
import { JobRuns } from './scheduled-job-runs.tsx'
import { useJobNames } from './use-job-names.ts'

type Job = RowOf<'scheduledJobs'>
const Field = fieldsOf(bodyOf(scheduledJobs.add))
const PAUSED = -1

/** The scheduled jobs of the server. */
export function ScheduledJobsPage() {
  const { t } = useText()
  const may = useMayCall('scheduledJobs')
  const ask = useConfirmation()
  const [shown, setShown] = useState<Job | null>(null)
  const names = useJobNames()
  const act = (question: string, call: typeof client.scheduledJobs.pause, { id }: Job) =>
    ask(
      question,
      async () => {
        const { message } = await call({ query: { id } })
        await refreshList('scheduledJobs')
        return message
      },
      { isDanger: false },
    )
  const actionsOf = (job: Job) => [
    ...(may('pause') && job.status !== PAUSED
      ? [
          {
            key: 'pause',
            label: t('job.pause'),
            act: () => void act(t('job.pauseAsk'), client.scheduledJobs.pause, job),
          },
        ]
      : []),
    ...(may('resume') && job.status === PAUSED
      ? [
          {
            key: 'resume',
            label: t('job.resume'),
            act: () => void act(t('job.resumeAsk'), client.scheduledJobs.resume, job),
          },
        ]
      : []),
    ...(may('execute')
      ? [{ key: 'run', label: t('job.run'), act: () => void act(t('job.runAsk'), client.scheduledJobs.execute, job) }]
      : []),
    { key: 'runs', label: t('job.runs'), act: () => setShown(job) },
  ]
  return (
    <>
      <CrudPage
        resource="scheduledJobs"
        title="menu.jobs"
        columns={[
          {
            name: 'jobClassName',
            title: 'job.name',
            sorter: true,
            options: names,
            width: 190,
          },
          { name: 'cronExpression', title: 'job.cron' },
          { name: 'parameter', title: 'job.parameter' },
          { name: 'description', title: 'job.description', width: 150 },
          {
            name: 'status',
            onCard: true,
            title: 'job.status',
            sorter: true,
            render: ({ status }) => (
              <ToneTag tone={status === PAUSED ? 'warning' : 'success'}>
                {t(status === PAUSED ? 'job.paused' : 'job.normal')}
              </ToneTag>
            ),
          },
          { name: 'nextRunTime', onCard: true, title: 'job.next', sorter: true },
        ]}
        filters={[<ChoiceFilter key="name" name="jobClassName" label="job.name" options={names} />]}
        form={{
          noun: 'noun.job',
          values: (row) => row ?? { status: 0 },
          fields: () => (
            <>
              <Field name="jobClassName" label="job.name">
                <Select options={names} />
              </Field>
              <Field name="cronExpression" label="job.cron" extra={t('job.cronHint')}>
                <Input autoComplete="off" placeholder="0 4 * * *" />
              </Field>
              <Field name="parameter" label="job.parameter" extra={t('job.parameterHint')}>
                <Input autoComplete="off" inputMode="numeric" />
              </Field>
              <Field name="description" label="job.description">
                <Input autoComplete="off" />
              </Field>
              <Field name="status" label="job.status">
                <Select
                  options={[
                    { value: 0, label: t('job.normal') },
                    { value: PAUSED, label: t('job.paused') },
                  ]}
                />
              </Field>
            </>
          ),
        }}
        actions={{ row: actionsOf }}
      />
      {shown ? <JobRuns job={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}
