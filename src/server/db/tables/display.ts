import type { ColumnType, Generated } from 'kysely'
import type { ScreenLayout } from '#shared/features/display/screens.schema.ts'

interface Stamps {
  createdBy: Generated<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: Generated<string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface Shown extends Stamps {
  id: string
  orgCode: string
  indexNumber: Generated<number>
  /** The business days on which it is shown; null: without a beginning or an end. */
  startsOn: Generated<string | null>
  endsOn: Generated<string | null>
  enabled: Generated<boolean>
  remark: Generated<string>
}

interface PromoVideo extends Shown {
  name: string
  /** Addresses joined by commas. */
  urls: Generated<string>
  /** Below the stored files. */
  file: Generated<string>
}

interface CarouselImage extends Shown {
  title: string
  photo: string
  link: Generated<string>
}

interface DisplayScreen extends Stamps {
  id: string
  orgCode: string
  name: string
  layout: ColumnType<Partial<ScreenLayout>, string | undefined, string>
  /** The one that the tile opens. */
  isHouse: Generated<boolean>
  /** The TV that has signed in for it. */
  deviceId: Generated<string | null>
  keyHash: string
  keySealed: string
  seenAt: Generated<Date | null>
}

export interface DisplayTables {
  promoVideo: PromoVideo
  carouselImage: CarouselImage
  displayScreen: DisplayScreen
}
