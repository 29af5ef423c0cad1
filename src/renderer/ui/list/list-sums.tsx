import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useText } from '#renderer/core/locale.ts'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import './list-sums.css'

interface ListSumsProps<S extends object> {
  /** The list's resource, so that the sums are invalidated together with its rows. */
  resource: string
  /** The list's query; page and order are ignored. */
  query: Values
  ask(search: Values): Promise<{ result: S }>
  /** The count as text. */
  title(sums: S): string
  /** Each sum with its label; amounts of money unless `counts` is set. */
  figures: readonly { name: keyof S & string; label: TextKey; counts?: boolean }[]
}

/** The totals of all rows that match, independent of the page. */
export function ListSums<S extends object>({ resource, query, ask, title, figures }: ListSumsProps<S>) {
  const { t } = useText()
  const { pageNo: _, pageSize: __, column: ___, order: ____, ...search } = query
  const { data, isPlaceholderData } = useQuery<S>({
    queryKey: ['crud', resource, 'sums', search],
    queryFn: async () => (await ask(search)).result,
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  return (
    <footer {...shownOld(isPlaceholderData, 'pl-list-sums')} data-testid="list-sums">
      <span>{title(data)}</span>
      {figures.map(({ name, label, counts }) => (
        <span key={name}>
          {t(label)} <strong>{counts ? String(data[name]) : formatAmount(Number(data[name]))}</strong>
        </span>
      ))}
    </footer>
  )
}
