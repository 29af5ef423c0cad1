import { create } from 'zustand'
import { useSession } from '#renderer/core/session.ts'
import type { PlayState } from '#shared/features/sessions/play-before-pay.contract.ts'

/** What the list shows, kept while the program runs so that it is still there when one comes back. */
export interface RecordQuery {
  pageNo: number
  pageSize: number
  column: string
  order: 'asc' | 'desc'
  sysOrgCode?: string | undefined
  id?: string | undefined
  playState?: PlayState | undefined
  createTime_begin?: string | undefined
  createTime_end?: string | undefined
}

/** Spec §9: ten to a page, the newest first. */
const initial: RecordQuery = { pageNo: 1, pageSize: 10, column: 'createTime', order: 'desc' }

interface RecordFilters {
  query: RecordQuery
  /** Changing what is looked for begins again at the first page. */
  look(change: Partial<RecordQuery>): void
  turn(change: Pick<Partial<RecordQuery>, 'pageNo' | 'pageSize' | 'column' | 'order'>): void
  reset(): void
}

export const useRecordFilters = create<RecordFilters>((set) => ({
  query: initial,
  look: (change) => set(({ query }) => ({ query: { ...query, ...change, pageNo: 1 } })),
  turn: (change) => set(({ query }) => ({ query: { ...query, ...change } })),
  reset: () => set(({ query }) => ({ query: { ...initial, pageSize: query.pageSize } })),
}))

// Another person or another store begins with an unfiltered list.
useSession.subscribe(({ session }, before) => {
  const who = session?.userInfo
  const old = before.session?.userInfo
  if (old && (who?.id !== old.id || who.orgCode !== old.orgCode)) useRecordFilters.setState({ query: initial })
})
