/** Something that was wrong at a store, from when to when. */
interface VenueTrouble {
  id: string
  orgCode: string
  kind: string
  subject: string
  what: string
  name: string
  since: Date
  noticeId: string | null
  noticedAt: Date | null
  endedAt: Date | null
}

export interface HealthTables {
  venueTrouble: VenueTrouble
}
