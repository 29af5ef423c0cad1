import { DownloadOutlined } from '@ant-design/icons'
import { App, Button, DatePicker, Segmented, Select, Skeleton } from 'antd'
import dayjs from 'dayjs'
import { useSearchParams } from 'react-router'
import { currentQuery } from '#renderer/core/addresses/paths.ts'
import { download } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useChoosableStores } from '#renderer/core/own-stores.ts'
import { useMay } from '#renderer/core/session.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { FigureGroup, FigurePeriod, type Figures, statistics } from '#shared/features/statistics/statistics.contract.ts'
import { CommentStatistics } from './comment-figures.tsx'
import { againstText, daysText } from './days-text.ts'
import { FigureChart } from './figure-chart.tsx'
import { columnsOf, FigureTable } from './figure-table.tsx'
import { FigureTile } from './figure-tile.tsx'
import { daysOrWeeks, figureText } from './figures.calc.ts'
import { ProductSales } from './product-sales.tsx'
import { useFigureLink } from './use-figure-link.ts'
import { type FigureSearch, useFigures } from './use-figures.ts'
import './statistics.css'

const TILES = ['revenue', 'recharges', 'consumption', 'orders', 'refunded'] as const
const VEHICLE_TILES = ['consumption', 'guests', 'sessions', 'minutes', 'drivenLaps'] as const

/** The search in the address; invalid parameters use their defaults. */
function useSearch() {
  const [params, setParams] = useSearchParams()
  const by = FigureGroup.catch('day').parse(params.get('by'))
  const search: FigureSearch = {
    by,
    period: FigurePeriod.catch('days7').parse(params.get('period')),
    from: params.get('from') ?? undefined,
    until: params.get('until') ?? undefined,
    sysOrgCode: params.get('sysOrgCode') ?? undefined,
  }
  const columns = columnsOf(by)
  const wanted = (params.get('figure') ?? '') as keyof Figures
  const figure = columns.includes(wanted) ? wanted : (columns[0] ?? 'revenue')
  const change = (next: Record<string, string | undefined>) => {
    const merged = Object.entries(Object.assign(Object.fromEntries(currentQuery()), next))
    setParams(Object.fromEntries(merged.filter(([, value]) => value !== undefined && value !== '')), { replace: true })
  }
  return { search, figure, change }
}

/** Revenue, consumption and rides of a period, compared with an earlier one; every figure links to its list. */
export function StatisticsPage() {
  const { t } = useText()
  const { search, figure, change } = useSearch()
  const { by, period } = search
  const found = useFigures(search)
  const { data, error, isPending, isPlaceholderData: isOld } = found
  // The days of old figures are not those of the search.
  const linkOf = useFigureLink(isOld ? undefined : data, by, search.sysOrgCode)
  const rows = data ? (by === 'day' ? daysOrWeeks(data.rows) : data.rows) : []
  const tiles = by === 'vehicle' ? VEHICLE_TILES : TILES
  const against = data ? againstText(t, data) : ''
  const choices = columnsOf(by).map((value) => ({ value, label: t(`statistics.figure.${value}`) }))
  return (
    <div className="pl-page">
      <PageHead title={t('menu.statistics')} covers={{ chosen: search.sysOrgCode }} asOf={data?.asOf}>
        <SearchTools search={search} change={change} />
      </PageHead>
      <div {...shownOld(isOld, 'pl-figures pl-figures-five')}>
        {tiles.map((name) => (
          <FigureTile
            key={name}
            figure={name}
            store={search.sysOrgCode}
            value={data?.total.now[name]}
            compared={data && { now: data.total.now[name], before: data.total.before[name] }}
            hint={data ? `${t('statistics.before')} ${figureText(name, data.total.before[name])}` : ''}
            {...(columnsOf(by).includes(name)
              ? { onChoose: () => change({ figure: name }), isChosen: name === figure }
              : {})}
          />
        ))}
      </div>
      {error ? (
        <div className="pl-panel">
          <ErrorBlock error={error} retry={() => void found.refetch()} />
        </div>
      ) : null}
      <section className="pl-panel pl-figure-panel">
        <div className="pl-figure-tools">
          <Segmented
            aria-label={t('statistics.by')}
            value={by}
            options={FigureGroup.options.map((value) => ({ value, label: t(`statistics.by.${value}`) }))}
            onChange={(value) => change({ by: value })}
          />
          <Select
            aria-label={t('statistics.show')}
            value={figure}
            options={choices}
            popupMatchSelectWidth={false}
            onChange={(value) => change({ figure: value })}
          />
        </div>
        {isPending ? <Skeleton active paragraph={{ rows: 5 }} /> : null}
        {data && rows.length === 0 ? <EmptyBlock title={t('statistics.empty')} /> : null}
        {rows.length > 0 ? (
          <div {...shownOld(isOld)}>
            <FigureChart
              title={t('statistics.chart', { figure: t(`statistics.figure.${figure}`), by: t(`statistics.by.${by}`) })}
              by={by}
              figure={figure}
              rows={rows}
              against={against}
              isTall
              linkOf={linkOf}
            />
          </div>
        ) : null}
      </section>
      {data && rows.length > 0 ? (
        <section {...shownOld(isOld, 'pl-panel pl-figure-panel')}>
          <FigureTable by={by} rows={rows} total={data.total} figure={figure} linkOf={linkOf} />
          {period === 'range' ? null : <small>{daysText(t, data)}</small>}
        </section>
      ) : null}
      <ProductSales search={search} />
      <CommentStatistics search={search} />
    </div>
  )
}

/** The selection of days and store, and the workbook export. */
function SearchTools({ search, change }: Pick<ReturnType<typeof useSearch>, 'search' | 'change'>) {
  const { t } = useText()
  const { message } = App.useApp()
  const mayExport = useMay('statistics:export')
  const stores = useChoosableStores()
  const { period, from, until, sysOrgCode } = search
  const save = async () => {
    try {
      await download(statistics.exportXls.path, { ...search }, `${t('sheet.statistics')}.xlsx`)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  return (
    <search className="pl-figure-search">
      <Select
        aria-label={t('statistics.period')}
        value={period}
        options={FigurePeriod.options.map((value) => ({ value, label: t(`statistics.period.${value}`) }))}
        popupMatchSelectWidth={false}
        onChange={(value) => change({ period: value })}
      />
      {period === 'range' ? (
        <DatePicker.RangePicker
          aria-label={t('statistics.period.range')}
          allowClear={false}
          value={[from ? dayjs(from) : null, until ? dayjs(until) : null]}
          onChange={(days) => change({ from: days?.[0]?.format('YYYY-MM-DD'), until: days?.[1]?.format('YYYY-MM-DD') })}
        />
      ) : null}
      {stores.length > 0 ? (
        <Select
          className="pl-filter"
          aria-label={t('records.store')}
          placeholder={t('records.store')}
          allowClear
          value={sysOrgCode}
          options={stores.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(value?: string) => change({ sysOrgCode: value })}
        />
      ) : null}
      {mayExport ? (
        <Button icon={<DownloadOutlined />} onClick={() => void save()}>
          {t('crud.export')}
        </Button>
      ) : null}
    </search>
  )
}
