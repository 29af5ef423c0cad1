import type { ColumnType, Generated } from 'kysely'
import type { CloakroomState } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import type { CloakroomPlaceKind } from '#shared/features/cloakroom/cloakroom-places.contract.ts'

type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

interface CloakroomPlace {
  id: string
  orgCode: string
  name: string
  kind: Generated<CloakroomPlaceKind>
  indexNumber: Generated<number>
  active: Generated<boolean>
  remark: Generated<string>
  createdBy: Generated<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: Generated<string | null>
  updatedAt: Later
}

interface CloakroomItem {
  id: string
  orgCode: string
  /** Of its slip; null: it was not accepted. */
  code: string | null
  /** Null: behind the counter. */
  placeId: string | null
  memberId: string | null
  guestName: string
  phone: Generated<string>
  name: string
  pieces: number
  photoId: ColumnType<string | null, string | null | undefined, string | null>
  remark: Generated<string>
  state: Generated<CloakroomState>
  collectFor: Generated<'' | 'fee' | 'time'>
  freeUntil: Later
  /** In fen, as `feeMost`, which is 0 where there is no limit. */
  hourFee: Generated<number>
  feeMost: Generated<number>
  dueAt: Later
  createdAt: Date
  createdBy: Generated<string>
  endedAt: Later
  endedBy: Generated<string>
  reason: Generated<string>
  recipient: Generated<string>
  document: Generated<string>
  confirmerId: ColumnType<string | null, string | null | undefined, string | null>
  confirmedBy: Generated<string>
  /** The last order that pays its fee. */
  orderId: ColumnType<string | null, string | null | undefined, string | null>
  /** Orders that paid its fee, or should have, before the last. */
  earlierOrderIds: Generated<string[]>
}

export interface CloakroomTables {
  cloakroomPlace: CloakroomPlace
  cloakroomItem: CloakroomItem
  listedCloakroomItem: Omit<CloakroomItem, 'code' | 'confirmerId' | 'earlierOrderIds'> & {
    placeName: string
    fee: number
  }
}
