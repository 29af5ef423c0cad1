import { useStoreName } from '#renderer/core/own-stores.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'

const inUnit = (unit: string, value: number): string => (unit === 'integral' ? String(value) : formatAmount(value))

/** Commissions, one for each recharge that counts. */
export function CommissionsPage() {
  const storeName = useStoreName()
  const units = useDict('commission_unit')
  return (
    <CrudPage
      resource="commissions"
      title="menu.commissions"
      emptyHint="empty.commissions"
      columns={[
        { name: 'createTime', sorter: true, width: 160, onCard: true },
        { name: 'promoterName', sorter: true, width: 140 },
        { name: 'userId', width: 110, onCard: true },
        { name: 'unit', sorter: true, options: units, width: 110, onCard: true },
        {
          name: 'paidValue',
          sorter: true,
          align: 'right',
          width: 120,
          render: ({ paidValue }) => <Money value={paidValue} />,
        },
        {
          name: 'share',
          align: 'right',
          width: 110,
          onCard: true,
          render: ({ unit, share }) => inUnit(unit, share),
        },
        { name: 'deducted', align: 'right', width: 120, render: ({ unit, deducted }) => inUnit(unit, deducted) },
        { name: 'back', align: 'right', width: 110, render: ({ unit, back }) => inUnit(unit, back) },
        { name: 'orderId', width: 300, optional: true },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
      ]}
      filters={[
        <TextFilter key="promoter" name="promoterName" />,
        <TextFilter key="member" name="userId" />,
        <ChoiceFilter key="unit" name="unit" options={units} />,
        <DaysFilter key="time" name="createTime" />,
      ]}
    />
  )
}
