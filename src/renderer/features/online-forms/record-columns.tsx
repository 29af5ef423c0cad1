import { useMemo } from 'react'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import { useText } from '#renderer/core/locale.ts'
import { NOTHING } from '#renderer/ui/crud/crud-cell.tsx'
import { AmountsFilter, ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { CrudColumn } from '#renderer/ui/crud/crud-types.ts'
import { useDict } from '#renderer/ui/form/fields.tsx'
import type { FieldLabels } from '#shared/core/fields.ts'
import { formatAmount } from '#shared/core/money.ts'
import { labelOf, liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import { type FormDefinition, type FormField, hasDictionary } from '#shared/features/online-forms/online-form.schema.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { STORES, USERS } from './references.ts'
import type { RecordRow } from './use-form-records.ts'
import { written } from './written.ts'

type Column = CrudColumn<RecordRow>

/** What a value is shown as, where that is not its text. */
export function shownValue({ type }: FormField, value: unknown, yes: string, no: string) {
  if (value === undefined || value === null || value === '') return null
  if (type === 'switch') return value === true ? yes : no
  if (type === 'money') return <span className="pl-amount">{formatAmount(Number(value))}</span>
  if (type === 'picture') {
    const address = shownAddress(String(value))
    return address ? <img className="pl-record-picture" src={address} alt="" /> : String(value)
  }
  return null
}

interface Form {
  definition: FormDefinition
  sortable: string[]
}

/** The columns of a form's list and its advanced query, and the fields of its search. */
export function useRecordColumns({ definition, sortable }: Form) {
  const { t, locale } = useText()
  return useMemo(() => {
    const columnOf = (field: FormField): Column => ({
      name: field.key,
      title: written(labelOf(field, locale)),
      sorter: sortable.includes(field.key),
      ...(field.type === 'number' || field.type === 'money' ? { align: 'right' as const } : {}),
      ...(field.type === 'switch' || field.type === 'money' || field.type === 'picture'
        ? { render: (row: RecordRow) => shownValue(field, row[field.key], t('form.yes'), t('form.no')) ?? NOTHING }
        : {}),
    })
    const live = liveFields(definition.fields)
    const created: Column[] = [
      { name: 'createTime', title: 'crud.createTime', sorter: true, onCard: true },
      { name: 'createBy', title: 'crud.createBy' },
      { name: 'sysOrgCode_dictText', title: 'records.store' },
    ]
    const searched = live.filter(({ key }) => sortable.includes(key))
    const labels: FieldLabels = Object.fromEntries(live.map((field) => [field.key, written(labelOf(field, locale))]))
    return {
      listed: [...live.filter(({ list }) => list).map(columnOf), ...created],
      asked: [...searched.map(columnOf), ...created.slice(0, 2)].map(({ name, title }) => ({ name, title })),
      searched,
      labels,
      /** Everything that a record may hold; what is retired only where it has a value. */
      wholeOf: (row: RecordRow): Column[] => [
        ...definition.fields.filter((field) => !field.retired || row[field.key] !== undefined).map(columnOf),
      ],
    }
  }, [definition, sortable, locale, t])
}

function DictFilter({ name, label, code }: { name: string; label: string; code: string }) {
  return <ChoiceFilter name={name} label={written(label)} options={useDict(code)} />
}

function SwitchFilter({ name, label }: { name: string; label: string }) {
  const { t } = useText()
  const options = [
    { value: 'true', label: t('form.yes') },
    { value: 'false', label: t('form.no') },
  ]
  return <ChoiceFilter name={name} label={written(label)} options={options} />
}

/** The filters of a form's list, one for each searchable field. */
export const FormFilters = (fields: readonly FormField[], locale: Locale) =>
  fields.map((field) => {
    const label = labelOf(field, locale)
    const props = { name: field.key, label: written(label) }
    if (field.type === 'switch') return <SwitchFilter key={field.key} name={field.key} label={label} />
    if (field.options.length > 0) {
      const options = field.options.map((one) => ({ value: one.value, label: labelOf(one, locale) }))
      return <ChoiceFilter key={field.key} {...props} options={options} />
    }
    if (hasDictionary(field.type))
      return <DictFilter key={field.key} name={field.key} label={label} code={field.dictionary} />
    if (field.type === 'user') return <DictFilter key={field.key} name={field.key} label={label} code={USERS} />
    if (field.type === 'store') return <DictFilter key={field.key} name={field.key} label={label} code={STORES} />
    if (field.type === 'date' || field.type === 'time') return <DaysFilter key={field.key} {...props} />
    if (field.type === 'money' || field.type === 'number') return <AmountsFilter key={field.key} {...props} />
    return <TextFilter key={field.key} {...props} />
  })
