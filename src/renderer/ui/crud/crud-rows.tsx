import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PrintedRows } from '#renderer/ui/print/printed-rows.tsx'
import type { Page } from '#shared/core/envelope.ts'
import { CrudCards } from './crud-cards.tsx'
import { initialList } from './crud-state.ts'
import { CrudTable, type CrudTableProps, type ListData } from './crud-table.tsx'
import './crud.css'

interface CrudRowsProps<R extends { id: string }> extends CrudTableProps<R> {
  crud: FetchedRows<R>
  /** The content of a card above its actions; defaults to the first columns. */
  cardOf?(row: R): ReactNode
}

interface FetchedRows<R> extends ListData<R> {
  list: ListData<R>['list'] & { error: unknown; data: unknown; refetch(): unknown }
}

/** Rows as a table or, on a phone, as cards; an error block where loading failed. */
export function CrudRows<R extends { id: string }>({ cardOf, ...props }: CrudRowsProps<R>) {
  const { list } = props.crud
  const isPhone = useNarrow(768)
  if (list.error && !list.data) {
    return (
      <div className="pl-panel">
        <ErrorBlock error={list.error} retry={() => void list.refetch()} />
      </div>
    )
  }
  return (
    <>
      {isPhone ? <CrudCards {...props} {...(cardOf ? { cardOf } : {})} /> : <CrudTable {...props} />}
      <PrintedRows crud={props.crud} columns={props.columns} />
    </>
  )
}

interface RowsOptions {
  /** The polling interval in ms. */
  everyMs?: number
}

/** Rows that are not a resource's list, such as the users of a role, read page by page with their own call. */
export function useRows<R extends { id: string }>(
  queryKey: readonly unknown[],
  load: (page: { pageNo: number; pageSize: number }) => Promise<Page<R> | R[]>,
  { everyMs }: RowsOptions = {},
): FetchedRows<R> {
  const [state, setState] = useState(initialList)
  const { pageNo, pageSize } = state
  const list = useQuery({
    queryKey: [...queryKey, pageNo, pageSize],
    queryFn: async () => {
      const rows = await load({ pageNo, pageSize })
      if (!Array.isArray(rows)) return rows
      return { records: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length }
    },
    placeholderData: (before) => before,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  return {
    state,
    first: initialList,
    turn: (change) => setState((old) => ({ ...old, ...change })),
    list,
    read: load,
    records: list.data?.records ?? [],
    total: list.data?.total ?? 0,
  }
}
