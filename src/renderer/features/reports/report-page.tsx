import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { App, Button, DatePicker, Select, Skeleton } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import type { Dated } from '#renderer/core/dated.ts'
import { download } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useChoosableStores } from '#renderer/core/own-stores.ts'
import { useMay } from '#renderer/core/session.ts'
import { useProgramState } from '#renderer/ui/crud/crud-state.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { Route } from '#shared/core/route.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import './reports.css'

/** The days and stores of a report; omitted fields use the report's defaults. */
interface ReportAsked {
  from?: string | undefined
  until?: string | undefined
  sysOrgCode?: string | undefined
}

interface ReportHeadProps {
  title: string
  asked: ReportAsked
  /** The days of the loaded report. */
  days?: { from: string; until: string } | undefined
  asOf: number | undefined
  onAsk(asked: ReportAsked): void
  /** The call that returns the report as a workbook. */
  workbook: Pick<Route, 'path' | 'access'>
}

interface ReportPageProps<R> {
  /** The title in the menu; also the key under which the last selection is stored. */
  title: TextKey
  /** The query key of the answer. */
  name: string
  ask(asked: ReportAsked): Promise<Dated<R>>
  daysOf(report: R): { from: string; until: string }
  workbook: ReportHeadProps['workbook']
  children(report: R): ReactNode
}

/** A page with a report for a range of days and selected stores. */
export function ReportPage<R>({ title, name, ask, daysOf, workbook, children }: ReportPageProps<R>) {
  const { t } = useText()
  const [asked, keep] = useProgramState<ReportAsked>(`report ${name}`, {})
  const report = useQuery({ queryKey: [name, asked], queryFn: () => ask(asked), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = report
  const isOfOtherDays = isPlaceholderData && asked.from !== undefined
  return (
    <div className="pl-page">
      <ReportHead
        title={t(title)}
        asked={asked}
        days={data && !isOfOtherDays ? daysOf(data) : undefined}
        asOf={data?.asOf}
        onAsk={(next) => keep(() => next)}
        workbook={workbook}
      />
      {error ? (
        <div className="pl-panel">
          <ErrorBlock error={error} retry={() => void report.refetch()} />
        </div>
      ) : null}
      {report.isPending ? (
        <div className="pl-panel">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : null}
      {data && !error ? <div {...shownOld(isPlaceholderData, 'pl-report')}>{children(data)}</div> : null}
    </div>
  )
}

/** The header of a report: days, stores, and the export as a workbook. */
function ReportHead({ title, asked, days, asOf, onAsk, workbook }: ReportHeadProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const mayExport = useMay(workbook.access)
  const stores = useChoosableStores()
  const save = async () => {
    try {
      await download(workbook.path, { ...asked }, `${title}.xlsx`)
    } catch (error) {
      void message.error(textOfError(t, error))
    }
  }
  const shown = days ?? (asked.from && asked.until ? { from: asked.from, until: asked.until } : undefined)
  return (
    <PageHead title={title} covers={{ chosen: asked.sysOrgCode }} asOf={asOf}>
      <div className="pl-report-tools">
        {stores.length > 0 ? (
          <Select
            className="pl-filter"
            aria-label={t('records.store')}
            allowClear
            placeholder={t('reports.allStores')}
            value={asked.sysOrgCode}
            options={stores.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(sysOrgCode: string | undefined) => onAsk({ ...asked, sysOrgCode })}
          />
        ) : null}
        <DatePicker.RangePicker
          aria-label={t('reports.from')}
          className="pl-filter-days"
          allowClear={false}
          value={shown ? [dayjs(shown.from), dayjs(shown.until)] : null}
          onChange={(range) => {
            const [from, until] = range ?? [null, null]
            onAsk({ ...asked, from: from?.format('YYYY-MM-DD'), until: until?.format('YYYY-MM-DD') })
          }}
        />
        {mayExport ? (
          <Button icon={<DownloadOutlined />} onClick={() => void save()}>
            {t('crud.export')}
          </Button>
        ) : null}
      </div>
    </PageHead>
  )
}
