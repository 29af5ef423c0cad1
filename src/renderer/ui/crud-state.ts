import { z } from 'zod'
import { create } from 'zustand'
import { useSession } from '#renderer/core/session.ts'
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

/** What a list shows, kept while the program runs so that it is still there when one comes back. */
export interface ListState {
  pageNo: number
  pageSize: number
  column: string
  order: 'asc' | 'desc'
  filters: Values
  advanced: AdvancedQuery | null
  isExpanded: boolean
  /** The columns in sight: null as the list is by itself; left out as this browser's user chose last. */
  columns?: string[] | null
  /** The search of the address that it was filtered by. */
  address?: string
}

/** Spec §9: ten to a page, the newest first. */
export const initialList: ListState = {
  pageNo: 1,
  pageSize: 10,
  column: 'createTime',
  order: 'desc',
  filters: {},
  advanced: null,
  isExpanded: false,
}

const useStates = create<Record<string, unknown>>(() => ({}))

// Another person or another store begins with unfiltered lists.
useSession.subscribe(({ session }, before) => {
  const who = session?.userInfo
  const old = before.session?.userInfo
  if (old && (who?.id !== old.id || who.orgCode !== old.orgCode)) useStates.setState({}, true)
})

/** Something that a screen remembers while the program runs, so that it is still so when one comes back. */
export function useKept<T>(key: string, first: T): [T, (change: (old: T) => T) => void] {
  const read = (states: Record<string, unknown>): T => (key in states ? (states[key] as T) : first)
  const state = useStates(read)
  return [state, (change) => useStates.setState((states) => ({ [key]: change(read(states)) }))]
}

/** The state of one list, and how to change it; in its own order until somebody sorts. */
export function useListState(key: string, first: ListState): [ListState, (change: Partial<ListState>) => void] {
  const [state, set] = useKept(`list ${key}`, first)
  return [state, (change) => set((old) => ({ ...old, ...change }))]
}

/** What a view of the list keeps of it, and back. */
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

/** An advanced query in the family's notation, and back; what is written wrongly is none. */
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

/** A word to look for anywhere in a field, and back. */
export const asContains = (word: string): string | undefined => (word === '' ? undefined : `*${word}*`)
export const fromContains = (value: unknown): string => (typeof value === 'string' ? value.replace(/^\*|\*$/g, '') : '')
