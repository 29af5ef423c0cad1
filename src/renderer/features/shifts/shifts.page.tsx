import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import type { CountedShift } from '#shared/features/shifts/shifts.schema.ts'
import { CashOutsideButton } from './cash-outside.tsx'
import { CountResult } from './count-result.tsx'
import { DifferenceTag } from './difference-tag.tsx'
import { ReportDrawer } from './report-drawer.tsx'
import { SafePayoutsButton } from './safe-payouts.tsx'
import { refreshShifts } from './use-shift.ts'
import './shifts.css'

type Row = RowOf<'shifts'>
const Field = fieldsOf(bodyOf(shifts.forceClose))

/** The shifts of the stores in scope: user, counted and expected cash. */
export function ShiftsPage() {
  const { t } = useText()
  const mayReport = useMay('shift:report')
  const mayClose = useMay('shift:close')
  const states = useDict('shift_state')
  const [reported, setReported] = useState<string | null>(null)
  const [closing, setClosing] = useState<Row | null>(null)
  const [counted, setCounted] = useState<CountedShift | null>(null)
  const money = (value: number | null) => (value === null ? '—' : <Money value={value} />)
  return (
    <>
      <CrudPage
        resource="shifts"
        title="menu.shifts"
        ofStores
        columns={[
          { name: 'cashierName', sorter: true, width: 130 },
          {
            name: 'shiftState',
            onCard: true,
            sorter: true,
            options: states,
            render: ({ shiftState }) => (
              <ToneTag tone={shiftState === 'open' ? 'info' : 'neutral'}>{t(`shift.shiftState.${shiftState}`)}</ToneTag>
            ),
          },
          {
            name: 'differenceAmount',
            figure: 'cashDifference',
            onCard: true,
            sorter: true,
            render: ({ differenceAmount }) =>
              differenceAmount === null ? '—' : <DifferenceTag amount={differenceAmount} />,
          },
          { name: 'openTime', onCard: true, sorter: true },
          { name: 'closeTime', sorter: true },
          { name: 'businessDay', sorter: true, optional: true },
          { name: 'terminalName', width: 130, render: ({ terminalName }) => terminalName || t('shift.browser') },
          { name: 'floatAmount', figure: 'float', align: 'right', render: ({ floatAmount }) => money(floatAmount) },
          {
            name: 'expectedAmount',
            figure: 'expectedCash',
            align: 'right',
            render: ({ expectedAmount }) => money(expectedAmount),
          },
          {
            name: 'countedAmount',
            figure: 'countedCash',
            align: 'right',
            render: ({ countedAmount }) => money(countedAmount),
          },
          {
            name: 'lateAmount',
            figure: 'lateCash',
            align: 'right',
            render: ({ lateAmount }) => money(lateAmount || null),
          },
          { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: true },
          { name: 'closeBy', width: 120, optional: true },
          { name: 'remark', width: 160, optional: true },
        ]}
        filters={[
          <DaysFilter key="time" name="openTime" />,
          <ChoiceFilter key="state" name="shiftState" options={states} />,
          <TextFilter key="cashier" name="cashierName" />,
          <TextFilter key="terminal" name="terminalName" />,
        ]}
        actions={{
          head: (
            <>
              <CashOutsideButton />
              <SafePayoutsButton />
            </>
          ),
          row: (row) => [
            ...(mayReport ? [{ key: 'report', label: t('shift.report'), act: () => setReported(row.id) }] : []),
            ...(mayClose && row.shiftState === 'open'
              ? [{ key: 'close', label: t('shift.forceclose'), danger: true, act: () => setClosing(row) }]
              : []),
          ],
        }}
      />
      {reported ? <ReportDrawer id={reported} onClose={() => setReported(null)} /> : null}
      {closing ? <ForceClose row={closing} onCounted={setCounted} onClose={() => setClosing(null)} /> : null}
      {counted ? <CountResult counted={counted} onClose={() => setCounted(null)} /> : null}
    </>
  )
}

interface ForceCloseProps {
  row: Row
  onCounted(counted: CountedShift): void
  onClose(): void
}

/** Closes a forgotten shift: the caller counts the drawer and gives a reason. */
function ForceClose({ row, onCounted, onClose }: ForceCloseProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async ({ counted, remark }: Values): Promise<string> => {
    const body = { id: row.id, counted: Number(counted), remark: String(remark) }
    const { result, message } = await withKey(body, (key) => client.shifts.forceClose({ body, key }))
    onCounted(result)
    await Promise.all([refreshShifts(), refreshList('shifts')])
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('shift.forceTitle', { name: row.cashierName })}
      okText={t('shift.forceclose')}
      form={{
        width: 460,
        fields: () => (
          <>
            <Field name="counted" label="shift.countedAmount" extra={t('shift.countHint')}>
              <InputNumber min={0} precision={2} style={{ width: '100%' }} size="large" />
            </Field>
            <Field name="remark" label="shift.whyForced">
              <Input maxLength={200} autoComplete="off" />
            </Field>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
