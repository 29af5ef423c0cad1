import { Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { LevelSelect, useLevels } from '#renderer/features/members/index.ts'
import { asContains } from '#renderer/ui/crud/crud-state.ts'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { PickerDialog } from '#renderer/ui/picker/picker.tsx'
import { type ChosenProps, PickerField } from '#renderer/ui/picker/picker-field.tsx'
import type { PickerColumn } from '#renderer/ui/picker/picker-rows.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { CallResult } from '#shared/core/route.ts'
import type { ConsumeType, consumeRules } from '#shared/features/rules/consume-rules.contract.ts'
import { isForGuests } from '#shared/features/rules/consume-types.calc.ts'
import { figuresOf, type RuleFigure } from './rule-picker.calc.ts'

const NAME = 'rules'

type Rule = CallResult<typeof consumeRules.listActive>['records'][number]

interface RuleFilters {
  /** Only rules of this type; it decides the columns. */
  consumeType?: ConsumeType
  toolType?: string
  /** Only rules of this store. */
  orgCode?: string
  /** Only rules available to this member. */
  userId?: string
}

/** The query: the rules of a store available to a member, or all offered rules. */
const askFor = (filters: RuleFilters, search: RuleSearch) => {
  const { consumeType, toolType, orgCode, userId } = filters
  const query = { consumeTypeRole: consumeType, toolType, ...search }
  return userId && orgCode && !(consumeType && isForGuests(consumeType))
    ? client.consumeRules.listForMemberOfStore({ query: { ...query, sysOrgCode: orgCode, userId } })
    : client.consumeRules.listActive({ query: { ...query, sysOrgCode: orgCode } })
}

interface RuleSearch {
  consumeRoleName?: string | undefined
  memberLevel?: string | undefined
  id?: string
  pageNo?: number
  pageSize: number
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
  coins: { name: 'coins', title: 'wallet.coins', align: 'right' },
  frequency: { name: 'frequency', title: 'wallet.frequency', align: 'right' },
  laps: {
    name: 'countCycleNumber',
    title: 'records.laps',
    align: 'right',
    render: ({ countCycleNumber }) => shown(countCycleNumber),
  },
  minutes: { name: 'duration', title: 'records.minutes', align: 'right', render: ({ duration }) => shown(duration) },
  people: { name: 'priceMode_dictText', title: 'rulePicker.people' },
}

/** Picks an active rule, in order; the columns depend on the type (spec §2). */
function RulePicker({ chosen, onConfirm, onClose, ...given }: RulePickerProps) {
  const { t } = useText()
  const tools = useDict('tool_type')
  const [toolType, setToolType] = useState(given.toolType)
  const [memberLevel, setMemberLevel] = useState('')
  const { consumeType, orgCode, userId } = given
  // A filter without options is hidden, for example without permission to read levels.
  const hasLevels = useLevels(orgCode).length > 0
  const filters = { ...given, toolType }
  return (
    <PickerDialog<Rule>
      name={NAME}
      // Changed filters return to the first page.
      key={`${toolType} ${memberLevel}`}
      filters={{ consumeType, toolType, orgCode, userId, memberLevel }}
      title={t('rulePicker.title')}
      searchLabel={t('rulePicker.search')}
      filterFields={
        <>
          <Select
            allowClear
            aria-label={t('consumeRule.tool')}
            placeholder={t('consumeRule.tool')}
            value={toolType}
            options={tools}
            onChange={setToolType}
          />
          {hasLevels ? (
            <LevelSelect
              {...(orgCode === undefined ? {} : { orgCode })}
              aria-label={t('rulePicker.level')}
              placeholder={t('rulePicker.level')}
              value={memberLevel}
              onChange={setMemberLevel}
            />
          ) : null}
        </>
      }
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
        const search = { consumeRoleName: asContains(word), memberLevel: memberLevel || undefined, pageNo, pageSize }
        return (await askFor(filters, search)).result
      }}
      chosen={chosen}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

/** A form field with a rule's id, filled by the picker. */
export const RulePickerField = ({ consumeType, toolType, orgCode, userId, ...field }: ChosenProps & RuleFilters) => (
  <PickerField<Rule>
    {...field}
    name={NAME}
    nameOf={nameOf}
    restore={async (id, pageSize) => (await client.consumeRules.listActive({ query: { id, pageSize } })).result.records}
    dialog={(chosen, confirm, close) => (
      <RulePicker
        consumeType={consumeType}
        toolType={toolType}
        orgCode={orgCode}
        userId={userId}
        chosen={chosen}
        onConfirm={confirm}
        onClose={close}
      />
    )}
  />
)
