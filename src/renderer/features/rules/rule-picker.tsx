import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { asContains } from '#renderer/ui/crud-state.ts'
import { PickerDialog } from '#renderer/ui/picker.tsx'
import { type ChosenProps, PickerField } from '#renderer/ui/picker-field.tsx'
import type { PickerColumn } from '#renderer/ui/picker-rows.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { CallResult } from '#shared/core/route.ts'
import type { ConsumeType, consumeRules } from '#shared/features/rules/consume-rules.contract.ts'
import { figuresOf, type RuleFigure } from './rule-picker.calc.ts'

const NAME = 'rules'

type Rule = CallResult<typeof consumeRules.consumerolelistpc>['records'][number]

interface RuleFilters {
  /** Only rules of this type; its columns are what such rules cost. */
  consumeType?: ConsumeType
  toolType?: string
  /** Only rules of this store. */
  orgCode?: string
}

interface RulePickerProps extends RuleFilters {
  chosen?: Rule[]
  onConfirm(rules: Rule[]): void
  onClose(): void
}

const nameOf = ({ consumeRoleName }: Rule): string => consumeRoleName
const shown = (count: number): string => (count > 0 ? String(count) : '—')
const amount = (price: number): string => (price > 0 ? formatAmount(price) : '—')

const figures: Record<RuleFigure, PickerColumn<Rule>> = {
  price: { name: 'price', title: 'records.price', align: 'right', render: ({ price }) => amount(price) },
  deposit: {
    name: 'deposit',
    title: 'rulePicker.deposit',
    align: 'right',
    render: ({ deposit }) => amount(deposit),
  },
  integral: { name: 'integral', title: 'wallet.integral', align: 'right' },
  frequency: { name: 'frequency', title: 'wallet.frequency', align: 'right' },
  laps: {
    name: 'countCycleNumber',
    title: 'records.laps',
    align: 'right',
    render: ({ countCycleNumber }) => shown(countCycleNumber),
  },
  minutes: { name: 'duration', title: 'records.minutes', align: 'right', render: ({ duration }) => shown(duration) },
  people: { name: 'muiltMode_dictText', title: 'rulePicker.people' },
}

/** Chooses one of the rules in use, by its order; columns depend on the type (spec §2). */
function RulePicker({ consumeType, toolType, orgCode, chosen, onConfirm, onClose }: RulePickerProps) {
  const { t } = useText()
  const filters = { consumeTypeRole: consumeType, toolType, sysOrgCode: orgCode }
  return (
    <PickerDialog<Rule>
      name={NAME}
      filters={filters}
      title={t('rulePicker.title')}
      searchLabel={t('rulePicker.search')}
      columns={[
        { name: 'consumeRoleName', title: 'records.ruleName' },
        ...(consumeType
          ? []
          : [{ name: 'consumeTypeRole_dictText', title: 'records.type' } satisfies PickerColumn<Rule>]),
        ...figuresOf(consumeType, toolType).map((figure) => figures[figure]),
        { name: 'memberLevel_dictText', title: 'rulePicker.level' },
      ]}
      nameOf={nameOf}
      load={async ({ word, pageNo, pageSize }) => {
        const query = { ...filters, consumeRoleName: asContains(word), pageNo, pageSize }
        return (await client.consumeRules.consumerolelistpc({ query })).result
      }}
      chosen={chosen}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

/** A field with a rule's id, which the picker fills. */
export const RulePickerField = ({ consumeType, toolType, orgCode, ...field }: ChosenProps & RuleFilters) => (
  <PickerField<Rule>
    {...field}
    name={NAME}
    nameOf={nameOf}
    restore={async (id, pageSize) =>
      (await client.consumeRules.consumerolelistpc({ query: { id, pageSize } })).result.records
    }
    dialog={(chosen, confirm, close) => (
      <RulePicker
        consumeType={consumeType}
        toolType={toolType}
        orgCode={orgCode}
        chosen={chosen}
        onConfirm={confirm}
        onClose={close}
      />
    )}
  />
)
