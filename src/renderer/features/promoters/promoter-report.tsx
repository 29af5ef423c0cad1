import { useQuery } from '@tanstack/react-query'
import { Select, Table, type TableColumnsType, type TableColumnType } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { Bars } from '#renderer/ui/chart/bars.tsx'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { usePrintedAt } from '#renderer/ui/print/page-print.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { PromoterFigure } from '#shared/features/promoters/promoters.contract.ts'
import { FigurePeriod } from '#shared/features/statistics/statistics.contract.ts'
import './promoter-report.css'

const PERIODS = FigurePeriod.exclude(['range']).options

/** What promoters earned by referrals in a period: the paid value as bars, and all figures in a table. */
export function PromoterReport() {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const printedAt = usePrintedAt()
  const [period, setPeriod] = useState<FigurePeriod>('days30')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['promoterReport', period],
    queryFn: async () => (await client.promoters.report({ query: { period } })).result,
    placeholderData: (before) => before,
  })
  const rows = data?.rows ?? []
  const paidOut: TableColumnType<PromoterFigure> = {
    key: 'paidOut',
    title: t('promoter.paidOut'),
    align: 'right',
    render: (_, row) => formatAmount(row.paidOut),
  }
  const columns: TableColumnsType<PromoterFigure> = [
    { key: 'name', title: t('promoter.name'), dataIndex: 'promoterName' },
    { key: 'brought', title: t('promoter.referred'), dataIndex: 'brought', align: 'right' },
    { key: 'paid', title: t('promoter.paidValue'), align: 'right', render: (_, row) => formatAmount(row.paidValue) },
    {
      key: 'money',
      title: t('promoter.commissionMoney'),
      align: 'right',
      render: (_, row) => formatAmount(row.commissionMoney),
    },
    { key: 'points', title: t('promoter.commissionPoints'), dataIndex: 'commissionPoints', align: 'right' },
    ...(isPhone ? [] : [paidOut]),
  ]
  return (
    <section {...shownOld(isPlaceholderData, 'pl-panel pl-promoter-report')} aria-label={t('promoter.report')}>
      <h2>
        {t('promoter.report')}
        <Select
          aria-label={t('statistics.period')}
          value={period}
          options={PERIODS.map((value) => ({ value, label: t(`statistics.period.${value}`) }))}
          popupMatchSelectWidth={false}
          onChange={setPeriod}
        />
      </h2>
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      {rows.some(({ paidValue }) => paidValue > 0) ? (
        <Bars
          title={t('promoter.paidChart')}
          head={[t('promoter.name'), t('promoter.paidValue')]}
          bars={rows.map(({ promoterId, promoterName, paidValue }) => ({
            key: promoterId,
            label: promoterName,
            tick: promoterName.slice(0, 6),
            value: paidValue,
            text: formatAmount(paidValue),
          }))}
        />
      ) : null}
      {data ? (
        <Table<PromoterFigure>
          size="small"
          rowKey="promoterId"
          scroll={{ x: 'max-content' }}
          columns={columns}
          dataSource={rows}
          locale={{ emptyText: <EmptyBlock title={t('promoter.reportEmpty')} /> }}
          pagination={printedAt === null && rows.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        />
      ) : null}
    </section>
  )
}
