import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'

/** The actions on a record; those not allowed are absent. */
export interface RecordActions {
  open(record: PlayRecord): void
  /** Whether escaped records may be settled. */
  manages: boolean
  deduct: ((record: PlayRecord) => void) | null
  link: ((record: PlayRecord) => void) | null
  edit: ((record: PlayRecord) => void) | null
  remove: ((record: PlayRecord) => void) | null
}
