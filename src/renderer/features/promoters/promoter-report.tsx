import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { Bars } from '#renderer/ui/chart/bars.tsx'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { FigurePeriod } from '#shared/features/statistics/statistics.contract.ts'

const PERIODS = FigurePeriod.exclude(['range']).options

/** What promoters brought in a period, as bars. */
export function PromoterReport() {
  const { t } = useText()
  const [period, setPeriod] = useState<FigurePeriod>('days30')
  const { data, error, refetch } = useQuery({
    queryKey: ['promoterReport', period],
    queryFn: async () => (await client.promoters.report({ query: { period } })).result,
    placeholderData: (before) => before,
  })
  return (
    <section className="pl-panel" aria-label={t('promoter.report')} style={{ padding: 16 }}>
      <h2>
        {t('promoter.report')}{' '}
        <Select
          aria-label={t('statistics.period')}
          value={period}
          options={PERIODS.map((value) => ({ value, label: t(`statistics.period.${value}`) }))}
          popupMatchSelectWidth={false}
          onChange={setPeriod}
        />
      </h2>
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      {data ? (
        <Bars
          title={t('promoter.paidChart')}
          head={[t('promoter.name'), t('promoter.paidValue')]}
          empty={t('promoter.reportEmpty')}
          bars={data.rows.map((row) => ({
            key: row.promoterId,
            label: row.promoterName,
            tick: row.promoterName.slice(0, 6),
            value: row.paidValue,
            text: [
              formatAmount(row.paidValue),
              `${t('promoter.brought')} ${row.brought}`,
              `${t('promoter.commissionMoney')} ${formatAmount(row.commissionMoney)}`,
            ].join(' · '),
          }))}
        />
      ) : null}
    </section>
  )
}
