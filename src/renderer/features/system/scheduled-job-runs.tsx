import { useQuery } from '@tanstack/react-query'
import { Drawer, Table } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import type { RowOf } from '#renderer/ui/crud-types.ts'
import { type Tone, ToneTag } from '#renderer/ui/tone-tag.tsx'
import { When } from '#renderer/ui/when.tsx'

const tones = { queued: 'neutral', running: 'info', done: 'success', failed: 'error' } satisfies Record<string, Tone>
const EVERY_MS = 3000

/** The last runs of a job with what became of them. */
export function JobRuns({ job, onClose }: { job: RowOf<'scheduledJobs'>; onClose(): void }) {
  const { t } = useText()
  const [pageNo, setPageNo] = useState(1)
  const { jobClassName } = job
  const runs = useQuery({
    queryKey: ['crud', 'scheduledJobs', 'runs', jobClassName, pageNo],
    queryFn: async () => (await client.scheduledJobs.runs({ query: { jobClassName, pageNo, pageSize: 10 } })).result,
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  })
  return (
    <Drawer open size={720} title={`${t(`jobName.${jobClassName}`)} · ${t('job.runs')}`} onClose={onClose}>
      {runs.error ? <ErrorBlock error={runs.error} retry={() => void runs.refetch()} /> : null}
      <Table
        rowKey="id"
        size="small"
        loading={runs.isPending}
        dataSource={runs.data?.records ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: runs.isPending ? ' ' : <EmptyBlock title={t('job.noRuns')} /> }}
        pagination={{ current: pageNo, total: runs.data?.total ?? 0, onChange: setPageNo, showSizeChanger: false }}
        columns={[
          { title: t('job.queuedAt'), dataIndex: 'queuedAt', render: (value: string) => <When value={value} /> },
          {
            title: t('job.cause'),
            render: (_, { cause, startedBy }) => (cause === 'person' ? startedBy : t('job.clock')),
          },
          {
            title: t('job.status'),
            render: (_, { state }) => <ToneTag tone={tones[state]}>{t(`job.state.${state}`)}</ToneTag>,
          },
          { title: t('job.result'), dataIndex: 'result' },
          {
            title: t('job.endedAt'),
            dataIndex: 'endedAt',
            render: (value: string | null) => (value ? <When value={value} /> : '—'),
          },
        ]}
      />
    </Drawer>
  )
}
