import type { ColumnType, Generated } from 'kysely'
import type { CardFormat } from '#shared/ipc/devices.ts'

interface Kiosk {
  id: string
  orgCode: string
  name: string
  /** Null: no key has been made yet. */
  keyHash: Generated<string | null>
  keyAt: Generated<Date | null>
  enabled: Generated<boolean>
  pays: Generated<'wallet' | 'scan' | 'both'>
  /** Empty: that of the store. */
  ticketPrefix: Generated<string>
  /** Empty: no paper. */
  printId: Generated<string>
  language: Generated<'zh' | 'en'>
  cardFormat: Generated<CardFormat>
  seenAt: Generated<Date | null>
  createdBy: Generated<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: Generated<string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface KioskTables {
  kiosk: Kiosk
}
