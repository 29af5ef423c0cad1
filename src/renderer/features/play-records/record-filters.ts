import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { currentQuery } from '#renderer/core/addresses/paths.ts'
import { useSession } from '#renderer/core/session.ts'
import { advancedOf, stateOf, superQueryOf } from '#renderer/ui/crud/crud-state.ts'
import { useListViews } from '#renderer/ui/list/list-views.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import { PlayState } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { ListViewContent } from '#shared/features/system/list-views.contract.ts'

/** The filters of the list. They are in the URL, so that it can be shared and Back works. */
export interface RecordQuery {
  pageNo: number
  pageSize: number
  column: string
  order: 'asc' | 'desc'
  sysOrgCode?: string | undefined
  /** One search text for ticket, phone, name, vehicle and serial number. */
  keyword?: string | undefined
  playState?: PlayState | undefined
  userId?: string | undefined
  vehicleId?: string | undefined
  ruleId?: string | undefined
  /** The users who started or cancelled the ride; set only by links from reports. */
  staffName?: string | undefined
  cancelledBy?: string | undefined
  createTime_begin?: string | undefined
  createTime_end?: string | undefined
  /** The advanced query, as the URL and the server's list have it. */
  superQueryParams?: string | undefined
  superQueryMatchType?: 'and' | 'or' | undefined
}

/** Ten per page, the newest first (spec §9). */
const initial: RecordQuery = { pageNo: 1, pageSize: 10, column: 'createTime', order: 'desc' }
const texts = [
  'sysOrgCode',
  'keyword',
  'userId',
  'vehicleId',
  'ruleId',
  'staffName',
  'cancelledBy',
  'createTime_begin',
  'createTime_end',
] as const

const wholeNumber = (text: string | null, least: number, most: number): number | undefined => {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

/** Parses the filters of a URL; invalid values are left out. */
export function queryOfAddress(params: URLSearchParams): RecordQuery {
  const query: RecordQuery = {
    ...initial,
    pageNo: wholeNumber(params.get('pageNo'), 1, 1_000_000) ?? initial.pageNo,
    pageSize: wholeNumber(params.get('pageSize'), 1, 100) ?? initial.pageSize,
    column: params.get('column') ?? initial.column,
    order: params.get('order') === 'asc' ? 'asc' : initial.order,
  }
  for (const name of texts) query[name] = params.get(name) ?? undefined
  const advanced = advancedOf(
    params.get('superQueryParams') ?? undefined,
    params.get('superQueryMatchType') ?? undefined,
  )
  Object.assign(query, superQueryOf(advanced))
  query.playState = PlayState.safeParse(fromFamily(PlayState, params.get('playState'))).data
  return query
}

/** Whether a query leaves rows out. */
export const isFiltered = ({ pageNo: _, pageSize: __, column: ___, order: ____, ...filters }: RecordQuery): boolean =>
  Object.values(filters).some((value) => value !== undefined && value !== '')

/** The URL parameters of the filters, without default values. */
export function addressOfQuery(query: RecordQuery): Record<string, string> {
  const usual: Partial<Record<string, unknown>> = { ...initial }
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' || value === usual[name] ? [] : [[name, String(value)]],
    ),
  )
}

/** Converts filters to a saved view and back; invalid values are left out. */
export const viewOfQuery = (
  { pageNo: _, column, order, pageSize, superQueryParams, superQueryMatchType, ...filters }: RecordQuery,
  columns: string[] | null = null,
): ListViewContent => ({
  filters: Object.entries(filters)
    .flatMap(([name, value]) => (value ? [{ name, value }] : []))
    .toSorted((one, other) => one.name.localeCompare(other.name)),
  advanced: advancedOf(superQueryParams, superQueryMatchType),
  column,
  order,
  pageSize,
  columns,
})
export function queryOfView(content: ListViewContent): RecordQuery {
  const { column, order, pageSize, filters, advanced } = stateOf(content)
  const words = { ...filters, ...superQueryOf(advanced) } as Record<string, string>
  return queryOfAddress(new URLSearchParams({ ...words, column, order, pageSize: String(pageSize) }))
}

/** The last URL parameters, restored when the page is opened from the menu. */
let last: Record<string, string> = {}

// Another user or store starts with an unfiltered list.
useSession.subscribe(({ session }, before) => {
  const who = session?.userInfo
  const old = before.session?.userInfo
  if (old && (who?.id !== old.id || who.orgCode !== old.orgCode)) last = {}
})

/** The filters and their setters. */
export function useRecordFilters() {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => queryOfAddress(params), [params])
  const set = (next: RecordQuery) => {
    last = addressOfQuery(next)
    setParams(last, { replace: true })
  }
  const current = () => queryOfAddress(currentQuery())
  return {
    query,
    /** A changed filter returns to the first page. */
    look: (change: Partial<RecordQuery>) => set({ ...current(), ...change, pageNo: 1 }),
    turn: (change: Pick<Partial<RecordQuery>, 'pageNo' | 'pageSize' | 'column' | 'order'>) =>
      set({ ...current(), ...change }),
    reset: () => set({ ...initial, pageSize: current().pageSize }),
    /** Applies a view, or the defaults of the list. */
    apply: (view: ListViewContent | null) => set(view ? queryOfView(view) : initial),
  }
}

/** Once per page: a URL without parameters shows the last filters, else the default view. */
export function useLastFilters(): void {
  const [params, setParams] = useSearchParams()
  const { isKnown, opensWith } = useListViews('playBeforePay')
  const isBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one comes to the page, once it is known what it opens with
  useEffect(() => {
    if (isBegun.current) return
    if (params.size > 0) {
      isBegun.current = true
      last = addressOfQuery(queryOfAddress(params))
    } else if (isKnown) {
      isBegun.current = true
      if (Object.keys(last).length === 0 && opensWith) last = addressOfQuery(queryOfView(opensWith.content))
      if (Object.keys(last).length > 0) setParams(last, { replace: true })
    }
  }, [isKnown])
}
