import { Drawer } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useJobNames } from './use-job-names.ts'

const tones = { queued: 'neutral', running: 'info', done: 'success', failed: 'error' } satisfies Record<string, Tone>
const EVERY_MS = 3000

/** The last runs of a job with their results. */
export function JobRuns({ job, onClose }: { job: RowOf<'scheduledJobs'>; onClose(): void }) {
  const { t } = useText()
  const { jobClassName } = job
  const name = useJobNames().find(({ value }) => value === jobClassName)?.label ?? ''
  const runs = useRows(
    ['crud', 'scheduledJobs', 'runs', jobClassName],
    async (page) => (await client.scheduledJobs.runs({ query: { jobClassName, ...page } })).result,
    { everyMs: EVERY_MS },
  )
  return (
    <Drawer
      open
      size={760}
      title={`${name} · ${t('job.runs')}`}
      onClose={onClose}
      classNames={{ body: 'pl-crud-panel' }}
    >
      <CrudRows
        crud={runs}
        columns={[
          { name: 'queuedAt', title: 'job.queuedAt' },
          {
            name: 'state',
            title: 'job.status',
            render: ({ state }) => <ToneTag tone={tones[state]}>{t(`job.state.${state}`)}</ToneTag>,
          },
          { name: 'result', title: 'job.result', width: 200 },
          {
            name: 'cause',
            title: 'job.cause',
            render: ({ cause, startedBy }) => (cause === 'person' ? startedBy : t('job.clock')),
          },
          { name: 'endedAt', title: 'job.endedAt' },
        ]}
        headAt={0}
        empty={<EmptyBlock title={t('job.noRuns')} />}
      />
    </Drawer>
  )
}
