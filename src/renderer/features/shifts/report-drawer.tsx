import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { download } from '#renderer/core/files.ts'
import { type Translate, textOfError, useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/blocks.tsx'
import { Facts } from '#renderer/ui/facts.tsx'
import { Money } from '#renderer/ui/money.tsx'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { isTextKey } from '#shared/i18n/catalogue.ts'
import { DifferenceTag } from './difference-tag.tsx'
import { ShiftEntries } from './shift-entries.tsx'
import { usePrintId } from './use-shift.ts'

/** Accounts that count points, laps and visits. */
const COUNTED = new Set(['integral', 'laps', 'frequency', 'unlimited'])

/** The figures of a shift: X while it is open, Z once it is closed; to look at, print and download. */
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
  const attempt = async (work: () => Promise<string | undefined>) => {
    try {
      const said = await work()
      if (said) void message.success(said)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  const print = async () => (await client.shifts.printReport({ body: { id, printId: printId() } })).message
  const save = async () => {
    await download(shifts.reportXls.path, { id }, `${title}.xlsx`)
    return undefined
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

const wordOf = (t: Translate, key: string, word: string): string => (isTextKey(key) ? t(key) : word)

function Figures({ report: { kind, takenTime, shift, sums, entries, totals } }: { report: ShiftReport }) {
  const { t } = useText()
  const money = (value: number | null) => (value === null ? null : <Money value={value} />)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
    <section className="pl-shift" tabIndex={0} aria-label={t('shift.report')}>
      <Facts
        facts={[
          [t('shift.revenue'), money(totals.revenue)],
          [t('shift.expectedAmount'), money(kind === 'X' ? totals.expected : shift.expectedAmount)],
          [t('shift.countedAmount'), money(shift.countedAmount)],
          [
            t('shift.differenceAmount'),
            shift.differenceAmount === null ? null : <DifferenceTag key="difference" amount={shift.differenceAmount} />,
          ],
          [t('shift.lateAmount'), shift.lateAmount ? money(shift.lateAmount) : null],
        ]}
      />
      <h3>{t('shift.byKind')}</h3>
      {sums.length === 0 ? (
        <p className="pl-shift-hint">{t('shift.noSums')}</p>
      ) : (
        <table className="pl-shift-sums">
          <thead>
            <tr>
              <th scope="col">{t('shift.line')}</th>
              <th scope="col">{t('shift.account')}</th>
              <th scope="col" className="pl-amount">
                {t('shift.count')}
              </th>
              <th scope="col" className="pl-amount">
                {t('shift.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ causeKind, account, count, amount }) => (
              <tr key={`${causeKind} ${account}`}>
                <td>{wordOf(t, `ledgerCause.${causeKind}`, causeKind)}</td>
                <td>{wordOf(t, `ledgerAccount.${account}`, account)}</td>
                <td className="pl-amount">{count}</td>
                <td className="pl-amount">{COUNTED.has(account) ? amount : <Money value={amount} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
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
          [t('shift.floatAmount'), money(shift.floatAmount)],
          [t('ledgerAccount.deposit'), money(totals.deposit)],
          [t('shift.remark'), shift.remark],
        ]}
      />
    </section>
  )
}
