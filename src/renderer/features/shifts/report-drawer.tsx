import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { download } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { usePrintNotice } from '#renderer/ui/print/use-print-notice.ts'
import { moneyTable } from '#shared/features/shifts/shift-table.calc.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { DifferenceTag } from './difference-tag.tsx'
import { ShiftEntries } from './shift-entries.tsx'
import { usePrintId } from './use-shift.ts'

/** The report of a shift: X while open, Z once closed; to view, print and download. */
export function ReportDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const printId = usePrintId()
  const report = useQuery({
    queryKey: ['shifts', 'report', id],
    queryFn: async () => (await client.shifts.report({ query: { id } })).result,
    retry: false,
  })
  const { data } = report
  const title = data ? t(data.kind === 'X' ? 'sheet.shiftX' : 'sheet.shiftZ') : t('shift.report')
  const say = usePrintNotice()
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  const print = async () => say(await client.shifts.printReport({ body: { id, printId: printId() } }))
  const save = async () => {
    await download(shifts.reportXls.path, { id }, `${title}.xlsx`)
  }
  return (
    <Drawer
      open
      size={560}
      title={title}
      onClose={onClose}
      extra={
        data ? (
          <div className="pl-shift-tools">
            <Button onClick={() => void attempt(print)}>{t('shift.print')}</Button>
            <Button onClick={() => void attempt(save)}>{t('shift.export')}</Button>
          </div>
        ) : null
      }
    >
      {report.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {report.error ? <ErrorBlock error={report.error} retry={() => void report.refetch()} /> : null}
      {data ? <Figures report={data} /> : null}
    </Drawer>
  )
}

function Figures({ report }: { report: ShiftReport }) {
  const { t } = useText()
  const { kind, takenTime, shift, entries, counts, products, revenue } = report
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
    <section className="pl-shift" tabIndex={0} aria-label={t('shift.report')}>
      <Facts
        facts={[
          [
            t('shift.differenceAmount'),
            shift.differenceAmount === null ? null : <DifferenceTag key="difference" amount={shift.differenceAmount} />,
            'cashDifference',
          ],
          [t('shift.revenue'), <Money key="revenue" value={revenue} />, 'shiftRevenue'],
        ]}
      />
      <h3>{t('shift.money')}</h3>
      <MoneyTable report={report} />
      {counts.length > 0 ? <h3>{t('shift.counts')}</h3> : null}
      {counts.length > 0 ? <CountTable counts={counts} /> : null}
      {products.length > 0 ? <h3>{t('shift.products')}</h3> : null}
      {products.length > 0 ? <ProductTable products={products} /> : null}
      <ShiftEntries entries={entries} />
      <h3>{t('shift.title')}</h3>
      <Facts
        facts={[
          [t('shift.cashierName'), shift.cashierName],
          [t('shift.terminalName'), shift.terminalName || t('shift.browser')],
          [t('shift.businessDay'), shift.businessDay],
          [t('shift.openTime'), shift.openTime],
          [kind === 'X' ? t('shift.takenTime') : t('shift.closeTime'), kind === 'X' ? takenTime : shift.closeTime],
          [t('shift.closeBy'), shift.closeBy],
          [t('shift.remark'), shift.remark],
        ]}
      />
    </section>
  )
}

function MoneyTable({ report }: { report: ShiftReport }) {
  const { t } = useText()
  const { columns, lines } = moneyTable(report)
  return (
    <table className="pl-shift-sums">
      <thead>
        <tr>
          <th scope="col">{t('shift.line')}</th>
          {columns.map((tender) => (
            <th key={tender} scope="col" className="pl-amount">
              {t(`ledgerAccount.${tender}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, amounts, isSum }) => (
          <tr key={label} className={isSum ? 'pl-shift-sum' : undefined}>
            <th scope="row">{t(label)}</th>
            {columns.map((tender, column) => {
              const amount = amounts[column] ?? null
              return (
                <td key={tender} className="pl-amount">
                  {amount === null ? null : <Money value={amount} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CountTable({ counts }: Pick<ShiftReport, 'counts'>) {
  const { t } = useText()
  return (
    <table className="pl-shift-sums">
      <thead>
        <tr>
          <th scope="col">{t('shift.line')}</th>
          <th scope="col" className="pl-amount">
            {t('shift.figure')}
          </th>
          <th scope="col">{t('shift.unit')}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ item, wallet, amount, unit }) => (
          <tr key={`${item} ${wallet}`}>
            <th scope="row">
              {t(`shift.count.${item}`, { account: wallet === null ? '' : t(`ledgerAccount.${wallet}`) })}
            </th>
            <td className="pl-amount">{unit === 'money' ? <Money value={amount} /> : amount}</td>
            <td>{t(`shift.unit.${unit}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ProductTable({ products }: Pick<ShiftReport, 'products'>) {
  const { t } = useText()
  return (
    <table className="pl-shift-sums">
      <thead>
        <tr>
          <th scope="col">{t('shift.line')}</th>
          {(['sold', 'refunded', 'amount'] as const).map((name) => (
            <th key={name} scope="col" className="pl-amount">
              {t(`productFigure.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {products.map(({ productId, name, sold, refunded, amount }) => (
          <tr key={productId}>
            <th scope="row">{name}</th>
            <td className="pl-amount">{sold}</td>
            <td className="pl-amount">{refunded}</td>
            <td className="pl-amount">
              <Money value={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
