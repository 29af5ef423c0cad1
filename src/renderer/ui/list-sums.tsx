import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useText } from '#renderer/core/locale.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { Values } from './crud-types.ts'
import './list-sums.css'

interface ListSumsProps<S extends object> {
  /** The list's resource: what makes its rows old makes the sums old. */
  resource: string
  /** What the list is asked for; its page and order do not matter here. */
  query: Values
  ask(search: Values): Promise<{ result: S }>
  /** How many there are, in words. */
  title(sums: S): string
  /** Each sum with its name; amounts of money unless they count something. */
  figures: readonly { name: keyof S & string; label: TextKey; counts?: boolean }[]
}

/** What all of a search comes to, on whichever page of it somebody is. */
export function ListSums<S extends object>({ resource, query, ask, title, figures }: ListSumsProps<S>) {
  const { t } = useText()
  const { pageNo: _, pageSize: __, column: ___, order: ____, ...search } = query
  const { data } = useQuery<S>({
    queryKey: ['crud', resource, 'sums', search],
    queryFn: async () => (await ask(search)).result,
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  return (
    <footer className="pl-list-sums" data-testid="list-sums">
      <span>{title(data)}</span>
      {figures.map(({ name, label, counts }) => (
        <span key={name}>
          {t(label)} <strong>{counts ? String(data[name]) : formatAmount(Number(data[name]))}</strong>
        </span>
      ))}
    </footer>
  )
}
