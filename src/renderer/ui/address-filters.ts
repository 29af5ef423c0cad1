import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Contract } from '#shared/core/route.ts'
import type { ListState } from './crud-state.ts'
import type { Values } from './crud-types.ts'

/** What an address says of a list that the list may be searched by; everything else in it is left out. */
export function filtersOfAddress(search: string, { list }: Contract): Values {
  const query = list?.query as { shape?: Record<string, unknown> } | undefined
  const known = Object.keys(query?.shape ?? {})
  const paging = new Set(['pageNo', 'pageSize', 'column', 'order'])
  const given = [...new URLSearchParams(search)].filter(([name, value]) => known.includes(name) && value !== '')
  return Object.fromEntries(given.filter(([name]) => !paging.has(name)))
}

/** The address of a list that shows what these filters find. */
export const addressOf = (path: string, filters: Values): string => {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/**
 * Lets an address say what a list is searched for, as figures do that lead to their lists. It counts when one arrives; who then looks
 * for something else has another search, and the address says nothing any more. Answers whether the list may be asked for, and what
 * to call when somebody searches.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what is followed
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
