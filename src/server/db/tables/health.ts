/** A problem of a store, with its beginning and end. */
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
