import { useQuery } from '@tanstack/react-query'
import { App, Select, Tooltip } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { DaysFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { ColumnInput, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { ReportDelivery } from '#shared/features/reports/daily-report.contract.ts'
import type { FigureName } from '#shared/help/figures.ts'
import './reports.css'

type Row = RowOf<'dailyReports'>
type Amounts = { [K in keyof Row]: Row[K] extends number ? K : never }[keyof Row]

const amount = (name: Extract<Amounts, string>, figure?: FigureName, width = 120): ColumnInput<Row> => ({
  name,
  ...(figure ? { figure } : {}),
  width,
  align: 'right',
  render: (row) => <Money value={row[name]} />,
})

/** The daily reports, as sent to owners after each business day. */
export function DailyReportsPage() {
  const may = useMayCall('dailyReports')
  return (
    <CrudPage
      resource="dailyReports"
      title="menu.dailyReport"
      ofStores
      columns={[
        { name: 'day', sorter: true, onCard: true, width: 110 },
        { name: 'sysOrgCode_dictText', width: 140, onCard: true },
        {
          name: 'revenue',
          figure: 'revenue',
          sorter: true,
          onCard: true,
          align: 'right',
          width: 120,
          render: (row) => <Money value={row.revenue} />,
        },
        amount('revenueBefore', undefined, 130),
        amount('recharges', 'recharges'),
        amount('guests', 'guests'),
        amount('consumption', 'consumption'),
        amount('refunded', 'refunded'),
        { name: 'sessions', figure: 'sessions', align: 'right', width: 80 },
        { name: 'tests', figure: 'tests', align: 'right', width: 80 },
        amount('discount', 'discount', 110),
        {
          name: 'drawerDifference',
          figure: 'cashDifference',
          onCard: true,
          align: 'right',
          width: 100,
          render: ({ drawerDifference }) => <Difference value={drawerDifference} />,
        },
        {
          name: 'cashOutside',
          figure: 'cashOutside',
          align: 'right',
          width: 110,
          render: ({ cashOutside }) => <Difference value={cashOutside} />,
        },
        { name: 'openDifferences', align: 'right', width: 110 },
        { name: 'cash', figure: 'cash', optional: true, align: 'right', render: (row) => <Money value={row.cash} /> },
        { name: 'scan', figure: 'scan', optional: true, align: 'right', render: (row) => <Money value={row.scan} /> },
        { name: 'orders', figure: 'orders', optional: true, align: 'right' },
        {
          name: 'owedBalance',
          figure: 'owedBalance',
          optional: true,
          align: 'right',
          render: (row) => <Money value={row.owedBalance} />,
        },
        {
          name: 'owedGive',
          figure: 'owedGive',
          optional: true,
          align: 'right',
          render: (row) => <Money value={row.owedGive} />,
        },
        { name: 'createTime', optional: true },
      ]}
      filters={[<DaysFilter key="day" name="day" />]}
      actions={{ history: () => null, ...(may('receive') ? { head: <MyWay /> } : {}) }}
    />
  )
}

const Difference = ({ value }: { value: number }) => (
  <span className={value === 0 ? '' : 'pl-report-off'}>
    <Money value={value} />
  </span>
)

/** The user's own delivery settings for the report. */
function MyWay() {
  const { t } = useText()
  const { message } = App.useApp()
  const { data } = useQuery({
    queryKey: ['dailyReports', 'mine'],
    queryFn: async () => (await client.dailyReports.mine({})).result,
  })
  if (!data) return null
  const choose = async (delivery: ReportDelivery) => {
    try {
      void message.success((await client.dailyReports.receive({ body: { way: delivery } })).message)
    } catch (error) {
      void message.error(textOfError(t, error))
    }
    await queryClient.invalidateQueries({ queryKey: ['dailyReports', 'mine'] })
  }
  const wantsMail = data.way === 'mail' || data.way === 'both'
  const why = !wantsMail
    ? ''
    : !data.canMail
      ? t('dailyReport.noMail')
      : data.email === ''
        ? t('dailyReport.noAddress')
        : ''
  return (
    <Tooltip title={why}>
      <Select
        aria-label={t('dailyReport.way')}
        className="pl-filter"
        status={why === '' ? '' : 'warning'}
        value={data.way}
        options={ReportDelivery.options.map((delivery) => ({
          value: delivery,
          label: t(`dailyReport.way.${delivery}`),
        }))}
        onChange={(delivery) => void choose(delivery)}
      />
    </Tooltip>
  )
}
