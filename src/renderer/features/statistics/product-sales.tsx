import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumnsType } from 'antd'
import { client } from '#renderer/core/client.ts'
import { dated } from '#renderer/core/dated.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { AsOf } from '#renderer/ui/display/as-of.tsx'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { usePrintedAt } from '#renderer/ui/print/page-print.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { ProductFigure } from '#shared/features/statistics/product-figures.schema.ts'
import { EVERY_MS, type FigureSearch } from './use-figures.ts'

/** Sales by product of the chosen days; nothing where none was sold. */
export function ProductSales({ search: { by: _, ...query } }: { search: FigureSearch }) {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const printedAt = usePrintedAt()
  const { data, error, refetch } = useQuery({
    queryKey: ['statistics', 'products', query],
    queryFn: async () => dated(await client.statistics.products({ query })),
    refetchInterval: EVERY_MS,
  })
  if (error)
    return (
      <div className="pl-panel">
        <ErrorBlock error={error} retry={() => void refetch()} />
      </div>
    )
  if (!data || data.rows.length === 0) return null
  const { rows, total } = data
  const columns: TableColumnsType<ProductFigure> = [
    { key: 'name', title: t('productFigure.product'), dataIndex: 'name' },
    ...(isPhone ? [] : [{ key: 'type', title: t('product.type'), dataIndex: 'productType' }]),
    { key: 'sold', title: t('productFigure.sold'), dataIndex: 'sold', align: 'right' },
    { key: 'refunded', title: t('productFigure.refunded'), dataIndex: 'refunded', align: 'right' },
    {
      key: 'amount',
      title: t('productFigure.amount'),
      align: 'right',
      render: (_, { amount }) => formatAmount(amount),
    },
  ]
  const sums = [total.sold, total.refunded, formatAmount(total.amount)]
  const first = columns.length - sums.length
  return (
    <section className="pl-panel pl-figure-panel" aria-label={t('productFigure.title')}>
      <h2>
        {t('productFigure.title')} <AsOf at={data.asOf} />
      </h2>
      <Table<ProductFigure>
        className="pl-figure-table"
        size="small"
        rowKey="productId"
        columns={columns}
        dataSource={rows}
        pagination={printedAt === null && rows.length > 40 ? { pageSize: 31, showSizeChanger: false } : false}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={first}>
              <strong>{t('statistics.total')}</strong>
            </Table.Summary.Cell>
            {sums.map((sum, at) => (
              <Table.Summary.Cell key={columns[first + at]?.key} index={first + at} align="right">
                <strong>{sum}</strong>
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )}
      />
    </section>
  )
}
