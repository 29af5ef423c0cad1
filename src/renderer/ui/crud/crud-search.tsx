import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, DatePicker, Input, InputNumber, Select, Space, Tag } from 'antd'
import dayjs from 'dayjs'
import { Children, createContext, isValidElement, type ReactNode, useContext, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { usePrintedAt } from '#renderer/ui/print/page-print.ts'
import type { FieldLabels } from '#shared/core/fields.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { asContains, fromContains, initialList } from './crud-state.ts'
import type { Option, Values } from './crud-types.ts'

interface Draft {
  values: Values
  /** The labels of fields whose filter has none of its own. */
  labels: FieldLabels
  set(change: Values, isWhole: boolean): void
}
const DraftContext = createContext<Draft>({ values: {}, labels: {}, set: () => undefined })

/** The number of filters in the collapsed row. */
const FIRST = 2

interface CrudSearchProps {
  filters: ReactNode
  labels?: FieldLabels
  value: Values
  isExpanded: boolean
  onExpand(isExpanded: boolean): void
  onSearch(value: Values): void
}

/** The search row: query, reset, and the remaining filters when expanded (spec §2). */
export function CrudSearch({ filters, labels = {}, value, isExpanded, onExpand, onSearch }: CrudSearchProps) {
  const { t } = useText()
  const [values, setValues] = useState(value)
  const [known, setKnown] = useState(value)
  // The paper names all filters.
  const isPrinting = usePrintedAt() !== null
  // The filters were changed elsewhere: discard the input here.
  if (known !== value) {
    setKnown(value)
    setValues(value)
  }
  const all = Children.toArray(filters)
  if (all.length === 0) return null
  const set: Draft['set'] = (change, isWhole) => {
    const next = { ...values, ...change }
    setValues(next)
    if (isWhole) onSearch(next)
  }
  const reset = () => {
    setValues(initialList.filters)
    onSearch(initialList.filters)
  }
  return (
    <search className="pl-crud-search">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(values)
        }}
      >
        <DraftContext value={{ values, labels, set }}>
          {isExpanded || isPrinting ? all : all.slice(0, FIRST)}
        </DraftContext>
        <span className="pl-crud-search-actions">
          <Button htmlType="submit">{t('action.search')}</Button>
          <Button onClick={reset}>{t('action.reset')}</Button>
          {all.length > FIRST ? (
            <Button
              type="link"
              aria-expanded={isExpanded}
              icon={isExpanded ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
              onClick={() => onExpand(!isExpanded)}
            >
              {isExpanded ? t('crud.collapse') : t('crud.expand')}
            </Button>
          ) : null}
        </span>
        <Unseen filters={all} value={value} labels={labels} onSearch={onSearch} />
      </form>
    </search>
  )
}

interface UnseenProps {
  filters: readonly ReactNode[]
  value: Values
  labels: FieldLabels
  onSearch(value: Values): void
}

/** Shows the filters of the address that have no field in the row, so that a short list is explained. */
function Unseen({ filters, value, labels, onSearch }: UnseenProps) {
  const { t } = useText()
  const shown = new Set(filters.flatMap((one) => (isValidElement<FilterProps>(one) ? [one.props.name] : [])))
  const fieldOf = (name: string) => name.replace(/_(begin|end)$/, '')
  const unseen = Object.entries(value).filter(
    ([name, given]) => given !== undefined && given !== '' && !shown.has(name) && !shown.has(fieldOf(name)),
  )
  const fields = [...new Set(unseen.map(([name]) => fieldOf(name)))]
  return fields.map((field) => {
    const label = labels[field]
    const given = unseen.filter(([name]) => fieldOf(name) === field).map(([, one]) => fromContains(String(one)))
    const without = () =>
      onSearch(Object.fromEntries(Object.entries(value).filter(([name]) => fieldOf(name) !== field)))
    return (
      <Tag key={field} closable onClose={without}>
        {label ? t(label) : field}: {given.join(' – ')}
      </Tag>
    )
  })
}

interface FilterProps {
  name: string
  /** The label; defaults to that of the resource's field. */
  label?: TextKey
}

/** The name of a filter in the query, and its label. */
function useFilter({ name, label }: FilterProps) {
  const { t } = useText()
  const { values, labels, set } = useContext(DraftContext)
  const called = label ?? labels[name]
  return { values, set, called: called ? t(called) : name }
}

interface TextFilterProps extends FilterProps {
  /** A wide field, for a long label. */
  isWide?: boolean
}

/** Searches for a word anywhere in a field; applied on submit. */
export function TextFilter({ name, label, isWide = false }: TextFilterProps) {
  const { values, set, called } = useFilter({ name, label })
  return (
    <Input
      className={isWide ? 'pl-filter pl-filter-wide' : 'pl-filter'}
      aria-label={called}
      placeholder={called}
      allowClear
      maxLength={100}
      value={fromContains(values[name])}
      onChange={(event) => set({ [name]: asContains(event.target.value.trimStart()) }, event.type === 'click')}
    />
  )
}

interface ChoiceFilterProps extends FilterProps {
  options: readonly Option[]
  /** The value while nothing is selected; with it the filter cannot be cleared. */
  initial?: string
}

/** Selects one value of a field; applied immediately. */
export function ChoiceFilter({ name, label, options, initial }: ChoiceFilterProps) {
  const { t } = useText()
  const { values, set, called } = useFilter({ name, label })
  const value = (values[name] ?? initial) as string | undefined
  return (
    <Select
      className="pl-filter"
      aria-label={called}
      placeholder={called}
      allowClear={initial === undefined}
      options={[
        ...options,
        ...severalOf(options, value),
        ...exceptOf(options, value, (label) => t('crud.except', { label })),
      ]}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      onChange={(value) => set({ [name]: value }, true)}
    />
  )
}

/** The option for several values at once, as an address may contain: `cash,scan`. */
function severalOf(options: readonly Option[], value: string | undefined): Option[] {
  if (!value?.includes(',')) return []
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  return [{ value, label: value.split(',').map(labelOf).join(' + ') }]
}

/** The option for all values but one, as an address may contain: `!cash`. */
function exceptOf(options: readonly Option[], value: string | undefined, say: (label: string) => string): Option[] {
  if (!value?.startsWith('!')) return []
  const label = options.find((option) => option.value === value.slice(1))?.label ?? value.slice(1)
  return [{ value, label: say(String(label)) }]
}

/** Filters by a range of days; applied immediately. */
export function DaysFilter({ name, label }: FilterProps) {
  const { t } = useText()
  const { values, set, called } = useFilter({ name, label })
  const [begin, end] = [values[`${name}_begin`], values[`${name}_end`]]
  const day = (value: unknown) => (typeof value === 'string' ? dayjs(value) : null)
  return (
    <DatePicker.RangePicker
      className="pl-filter-days"
      aria-label={called}
      placeholder={[called, t('crud.until')]}
      allowEmpty={[true, true]}
      value={[day(begin), day(end)]}
      onChange={(range) => {
        const [from, until] = range ?? [null, null]
        set({ [`${name}_begin`]: from?.format('YYYY-MM-DD'), [`${name}_end`]: until?.format('YYYY-MM-DD') }, true)
      }}
    />
  )
}

/** Filters by a range of amounts; applied on submit. */
export function AmountsFilter({ name, label }: FilterProps) {
  const { t } = useText()
  const { values, set, called } = useFilter({ name, label })
  const edge = (end: 'begin' | 'end', placeholder: string) => (
    <InputNumber
      aria-label={end === 'begin' ? called : `${called} ${placeholder}`}
      placeholder={placeholder}
      min={0}
      precision={2}
      value={amountOf(values[`${name}_${end}`])}
      onChange={(value) => set({ [`${name}_${end}`]: value === null ? undefined : String(value) }, false)}
    />
  )
  return (
    <Space.Compact className="pl-filter-amounts">
      {edge('begin', t('crud.atLeast', { name: called }))}
      {edge('end', t('crud.until'))}
    </Space.Compact>
  )
}

const amountOf = (value: unknown): number | null => (typeof value === 'string' && value !== '' ? Number(value) : null)
