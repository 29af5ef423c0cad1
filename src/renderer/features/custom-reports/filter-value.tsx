import { DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useText } from '#renderer/core/locale.ts'
import { useChoosableStores } from '#renderer/core/own-stores.ts'
import type { SourceColumn } from '#shared/features/custom-reports/custom-reports.contract.ts'
import { type FilterRule, ReportPeriod } from '#shared/features/custom-reports/custom-reports.schema.ts'

interface FilterValueProps {
  column: SourceColumn
  rule: FilterRule
  values: readonly string[]
  onChange(values: string[]): void
}

/** The values of a filter, by the kind of its column. */
export function FilterValue({ column, rule, values, onChange }: FilterValueProps) {
  const { t } = useText()
  const stores = useChoosableStores()
  const { kind, title } = column
  if (rule === 'empty' || rule === 'filled') return null
  if (kind === 'day' && (rule === 'period' || rule === 'between'))
    return <Period title={title} values={values} onChange={onChange} />
  if (kind === 'store' || kind === 'choice' || kind === 'flag') {
    const options =
      kind === 'store'
        ? stores.map(({ code, name }) => ({ value: code, label: name }))
        : kind === 'flag'
          ? (['YES', 'NO'] as const).map((value) => ({ value: value as string, label: t(`yesNo.${value}`) }))
          : column.options.map(({ value, text }) => ({ value, label: text }))
    return (
      <Select
        mode="multiple"
        allowClear
        aria-label={title}
        className="pl-custom-filter"
        placeholder={t('customReport.any', { column: title })}
        maxTagCount="responsive"
        value={[...values]}
        options={options}
        onChange={(chosen: string[]) => onChange(chosen)}
      />
    )
  }
  const isRange = rule === 'between'
  const indexes = isRange ? [0, 1] : [0]
  const isList = rule === 'oneOf' || rule === 'isNot'
  if (isList) {
    return (
      <Select
        mode="tags"
        aria-label={title}
        className="pl-custom-filter"
        placeholder={t('customReport.any', { column: title })}
        open={false}
        value={[...values]}
        onChange={(chosen: string[]) => onChange(chosen)}
      />
    )
  }
  return (
    <span className="pl-custom-range">
      {indexes.map((index) => (
        <Input
          key={index}
          aria-label={isRange ? `${title} ${index + 1}` : title}
          placeholder={t('customReport.any', { column: title })}
          value={values[index] ?? ''}
          onChange={({ target }) => onChange(indexes.map((at) => (at === index ? target.value : (values[at] ?? ''))))}
        />
      ))}
    </span>
  )
}

const RANGE = 'range'
const ALL = 'all'

function Period({
  title,
  values,
  onChange,
}: {
  title: string
  values: readonly string[]
  onChange(values: string[]): void
}) {
  const { t } = useText()
  const [first = '', last = first] = values
  const named = ReportPeriod.safeParse(first).success
  const chosen = named ? first : first === '' ? ALL : RANGE
  const today = dayjs().format('YYYY-MM-DD')
  return (
    <span className="pl-custom-range">
      <Select
        aria-label={title}
        className="pl-custom-period"
        value={chosen}
        options={[
          ...ReportPeriod.options.map((value) => ({ value: value as string, label: t(`reportPeriod.${value}`) })),
          { value: RANGE, label: t('customReport.range') },
          { value: ALL, label: t('customReport.allDays') },
        ]}
        onChange={(value) => onChange(value === RANGE ? [today, today] : value === ALL ? [] : [value])}
      />
      {chosen === RANGE ? (
        <DatePicker.RangePicker
          aria-label={title}
          allowClear={false}
          value={[dayjs(first), dayjs(last)]}
          onChange={(range) => {
            const [from, until] = range ?? [null, null]
            if (from && until) onChange([from.format('YYYY-MM-DD'), until.format('YYYY-MM-DD')])
          }}
        />
      ) : null}
    </span>
  )
}
