import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Contract } from '#shared/core/route.ts'
import type { ListState } from './crud-state.ts'
import type { Values } from './crud-types.ts'

/** Reads from a query string the filters that the list's contract accepts; other parameters are ignored. */
export function filtersOfAddress(search: string, { list }: Contract): Values {
  const query = list?.query as { shape?: Record<string, unknown> } | undefined
  const known = Object.keys(query?.shape ?? {})
  const paging = new Set(['pageNo', 'pageSize', 'column', 'order'])
  const given = [...new URLSearchParams(search)].filter(([name, value]) => known.includes(name) && value !== '')
  return Object.fromEntries(given.filter(([name]) => !paging.has(name)))
}

/** The address of a list with these filters applied. */
export const addressOf = (path: string, filters: Values): string => {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/**
 * Applies the filters in the address to a list, for example after a click on a figure. They apply on arrival only: a later search
 * replaces them. Returns whether the list may be queried yet, and the function to call
 * when the user searches.
 */
export function useAddressFilters(
  isOwn: boolean,
  contract: Contract,
  state: ListState,
  change: (change: Partial<ListState>) => void,
) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = isOwn ? search : ''
  const isTaken = (state.address ?? '') === address
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the address changes
  useEffect(() => {
    if (isTaken) return
    const filters = filtersOfAddress(address, contract)
    const found = Object.keys(filters).length > 0
    change(found ? { address, filters, advanced: null, pageNo: 1, isExpanded: true } : { address })
  }, [address, isTaken])
  return {
    isTaken,
    leave: () => (address === '' ? undefined : void navigate(pathname, { replace: true })),
  }
}
