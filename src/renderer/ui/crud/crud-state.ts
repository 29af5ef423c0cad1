import { z } from 'zod'
import { create } from 'zustand'
import { useSession } from '#renderer/core/session.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import type { ListViewContent } from '#shared/features/system/list-views.contract.ts'
import type { Values } from './crud-types.ts'

export const RULES = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'like', 'left_like', 'right_like', 'in'] as const
export type AdvancedRule = (typeof RULES)[number]

export interface AdvancedLine {
  field: string
  rule: AdvancedRule
  val: string
}

export interface AdvancedQuery {
  match: 'and' | 'or'
  lines: AdvancedLine[]
}

/** The state of a list, stored while the program runs so that it survives leaving the page. */
export interface ListState {
  pageNo: number
  pageSize: number
  column: string
  order: 'asc' | 'desc'
  filters: Values
  advanced: AdvancedQuery | null
  isExpanded: boolean
  /** The visible columns: null for the list's default; undefined for the choice stored in this browser. */
  columns?: string[] | null
  /** The query string that the filters came from. */
  address?: string
}

/** Spec §9: ten rows per page, newest first. */
export const initialList: ListState = {
  pageNo: 1,
  pageSize: 10,
  column: 'createTime',
  order: 'desc',
  filters: {},
  advanced: null,
  isExpanded: false,
}

/** Spec §9. */
export const PAGE_SIZES: readonly number[] = [10, 20, 30]

const SIZES_AS = 'pitlane.pageSizes'
const Sizes = z.record(z.string(), z.number())
const storedSizes = () => Sizes.safeParse(readStored(SIZES_AS)).data ?? {}
const ownId = () => useSession.getState().session?.userInfo.id ?? ''

/** The most users whose choice a browser remembers. */
const MAX_USERS = 20

/** The state of a list that nobody has changed, with as many rows per page as the user has last chosen for any list. */
export function firstList(): ListState {
  const pageSize = storedSizes()[ownId()] ?? initialList.pageSize
  return PAGE_SIZES.includes(pageSize) ? { ...initialList, pageSize } : initialList
}

export function rememberPageSize(pageSize: number): void {
  const { [ownId()]: _, ...others } = storedSizes()
  store(SIZES_AS, Object.fromEntries([...Object.entries(others).slice(1 - MAX_USERS), [ownId(), pageSize]]))
}

const useStates = create<Record<string, unknown>>(() => ({}))

// Reset all lists when the user or the store changes.
useSession.subscribe(({ session }, before) => {
  const user = session?.userInfo
  const old = before.session?.userInfo
  if (old && (user?.id !== old.id || user.orgCode !== old.orgCode)) useStates.setState({}, true)
})

/** Like `useState`, but the value survives leaving the page; it lasts while the program runs. */
export function useProgramState<T>(key: string, first: T): [T, (change: (old: T) => T) => void] {
  const read = (states: Record<string, unknown>): T => (key in states ? (states[key] as T) : first)
  const state = useStates(read)
  return [state, (change) => useStates.setState((states) => ({ [key]: change(read(states)) }))]
}

/** The state of one list and its setter; `first` applies until the user changes something. */
export function useListState(key: string, first: ListState): [ListState, (change: Partial<ListState>) => void] {
  const [state, set] = useProgramState(`list ${key}`, first)
  return [state, (change) => set((old) => ({ ...old, ...change }))]
}

/** Converts a list's state to the content of a saved view, and back. */
export const contentOf = ({ filters, advanced, column, order, pageSize }: ListState, columns: string[] | null) => ({
  filters: Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => ({ name, value: String(value) }))
    .toSorted((one, other) => one.name.localeCompare(other.name)),
  advanced,
  column,
  order,
  pageSize,
  columns,
})
export function stateOf({ filters, advanced, ...rest }: ListViewContent): Omit<ListState, 'isExpanded'> {
  const named = Object.fromEntries(filters.map(({ name, value }) => [name, value]))
  const lines = advanced?.lines.flatMap(({ field, rule, val }) => {
    const known = RULES.find((one) => one === rule)
    return known ? [{ field, rule: known, val }] : []
  })
  return { ...rest, pageNo: 1, filters: named, advanced: advanced && lines ? { match: advanced.match, lines } : null }
}

/** Converts an advanced query to the API family's notation, and back; invalid text yields null. */
export function superQueryOf(advanced: AdvancedQuery | null): {
  superQueryParams?: string
  superQueryMatchType?: 'and' | 'or'
} {
  const lines = (advanced?.lines ?? []).filter(({ field, val }) => field !== '' && val.trim() !== '')
  if (!advanced || lines.length === 0) return {}
  return { superQueryParams: encodeURI(JSON.stringify(lines)), superQueryMatchType: advanced.match }
}
const Lines = z.array(z.object({ field: z.string().min(1), rule: z.enum(RULES), val: z.string() })).min(1)
export function advancedOf(params: string | undefined, match: string | undefined): AdvancedQuery | null {
  if (!params) return null
  try {
    const lines = Lines.safeParse(JSON.parse(decodeURI(params)))
    return lines.success ? { match: match === 'or' ? 'or' : 'and', lines: lines.data } : null
  } catch {
    return null
  }
}

/** The query of a list call in the family's notation (`api-family 1.5`). */
export function listQueryOf({ pageNo, pageSize, column, order, filters, advanced }: ListState): Values {
  return {
    ...filters,
    ...superQueryOf(advanced),
    pageNo,
    pageSize,
    column,
    order,
  }
}

/** Converts a search word to the wire's "contains" notation, and back. */
export const asContains = (word: string): string | undefined => (word === '' ? undefined : `*${word}*`)
export const fromContains = (value: unknown): string => (typeof value === 'string' ? value.replace(/^\*|\*$/g, '') : '')
