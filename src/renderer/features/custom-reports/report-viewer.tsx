import { ArrowLeftOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Dropdown, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { download } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useProgramState } from '#renderer/ui/crud/crud-state.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { customReports } from '#shared/features/custom-reports/custom-reports.contract.ts'
import type { AskedValues } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { askReport } from './ask-report.ts'
import { FilterValue } from './filter-value.tsx'
import { ReportView } from './report-view.tsx'
import { useSources } from './use-sources.ts'
import { useTiles } from './use-tiles.ts'

/** Loaded when it is opened. */
const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }))

interface ReportViewerProps {
  id: string
  /** Opens the builder with this report, or with a copy of it (`copy-<id>`). */
  onBuild(base: string): void
  onClose(): void
}

/** A saved report: its parameters, its result, and what the user may do with it. */
export function ReportViewer({ id, onBuild, onClose }: ReportViewerProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const queries = useQueryClient()
  const mayAdd = useMay('customreport:add')
  const mayDelete = useMay('customreport:delete')
  const mayExport = useMay(customReports.exportXls.access)
  const maySend = useMay(customReports.schedule.access)
  const { columnOf } = useSources()
  const { isKnown, has, toggle } = useTiles()
  const [isScheduling, setScheduling] = useState(false)
  const [asked, keep] = useProgramState<AskedValues>(`report ${id}`, [])
  const report = useQuery({
    queryKey: ['customReports', 'one', id],
    queryFn: async () => (await client.customReports.queryById({ query: { id } })).result,
  })
  const result = useQuery({
    queryKey: ['customReports', 'result', id, report.data?.version, asked],
    queryFn: ({ signal }) => askReport({ id }, asked, signal),
    placeholderData: keepPreviousData,
    enabled: report.data?.isReadable === true,
  })
  const { data } = report
  const error = report.error ?? result.error
  const tried = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (failure) {
      void message.error(textOfError(t, failure))
    }
  }
  const save = () =>
    tried(() =>
      download(customReports.exportXls.path, { id, asked: JSON.stringify(asked) }, `${data?.name ?? ''}.xlsx`),
    )
  const acts = [
    {
      key: 'home',
      label: t(has(id) ? 'customReport.offHome' : 'customReport.onHome'),
      disabled: !isKnown,
      onClick: () => void tried(() => toggle(id)),
    },
    ...(maySend ? [{ key: 'send', label: t('customReport.schedule'), onClick: () => setScheduling(true) }] : []),
  ]
  const remove = () =>
    ask({
      title: t('crud.deleteAsk', { noun: t('noun.customReports'), name: data?.name ?? '' }),
      content: `${t('customReport.delete.effect')} ${t('crud.final')}`,
      ok: t('action.delete'),
      isDanger: true,
      onOk: () =>
        tried(async () => {
          await client.customReports.delete({ query: { id } })
          await queries.invalidateQueries({ queryKey: ['customReports'] })
          onClose()
        }),
    })
  const filters = (data?.definition.filters ?? []).filter((filter) => filter.asked)
  const valuesOf = (key: string, otherwise: readonly string[]) =>
    asked.find((one) => one.key === key)?.values ?? otherwise
  return (
    <div className="pl-page">
      <PageHead title={data?.name ?? t('menu.customReports')} covers={{}}>
        <Button icon={<ArrowLeftOutlined />} onClick={onClose}>
          {t('action.back')}
        </Button>
        {data?.isReadable ? (
          <Dropdown trigger={['click']} menu={{ items: acts }}>
            <Button>{t('customReport.more')}</Button>
          </Dropdown>
        ) : null}
        {data?.isReadable && mayExport ? <Button onClick={() => void save()}>{t('crud.export')}</Button> : null}
        {data && mayAdd ? (
          <Button className="pl-custom-wide" onClick={() => onBuild(`copy-${id}`)}>
            {t('customReport.copy')}
          </Button>
        ) : null}
        {data?.isEditable && mayDelete ? (
          <Button danger onClick={remove}>
            {t('action.delete')}
          </Button>
        ) : null}
        {data?.isEditable ? (
          <Button type="primary" className="pl-custom-wide" onClick={() => onBuild(id)}>
            {t('crud.edit')}
          </Button>
        ) : null}
      </PageHead>
      {data?.about ? <p className="pl-custom-hint">{data.about}</p> : null}
      {data?.isReadable && filters.length > 0 ? (
        <section className="pl-panel pl-custom-asked pl-print-filters" aria-label={t('customReport.asked')}>
          {filters.map(({ key, column: name, rule, values }) => {
            const column = columnOf(data.definition.source, name)
            return column ? (
              <div key={key} className="pl-custom-asked-one">
                <span>{column.title}</span>
                <FilterValue
                  column={column}
                  rule={rule}
                  values={valuesOf(key, values)}
                  onChange={(next) =>
                    keep((before) => [...before.filter((one) => one.key !== key), { key, values: next }])
                  }
                />
              </div>
            ) : null
          })}
        </section>
      ) : null}
      {isScheduling ? (
        <Suspense fallback={null}>
          <ScheduleDialog id={id} onClose={() => setScheduling(false)} />
        </Suspense>
      ) : null}
      <section
        {...shownOld(result.isPlaceholderData, 'pl-panel pl-custom-result')}
        aria-busy={result.isFetching}
        aria-live="polite"
      >
        {data && !data.isReadable ? <p>{t('error.customReport.sourceForbidden')}</p> : null}
        {error ? <ErrorBlock error={error} retry={() => void (report.error ? report : result).refetch()} /> : null}
        {!error && (report.isPending || (data?.isReadable && result.isPending)) ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : null}
        {data && result.data && !error ? (
          <ReportView title={data.name} result={result.data} definition={data.definition} />
        ) : null}
        {result.data?.days ? <p className="pl-custom-hint">{t('reports.days', result.data.days)}</p> : null}
      </section>
    </div>
  )
}
