import type { OrderType } from '#shared/features/sessions/charge.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { FigureGroup } from './statistics.contract.ts'

type Say = (key: TextKey) => string

const ORDER_TYPES: Readonly<Record<OrderType, TextKey>> = {
  BALANCE: 'type.BALANCE',
  FREQUENCY: 'type.FREQUENCY',
  INTEGRAL: 'type.INTEGRAL',
  BALANCEANDINTEGRAL: 'type.BALANCEANDINTEGRAL',
  GROUPCOUPON: 'type.GROUPCOUPON',
  QUAN: 'type.QUAN',
  NOCARDCONSUME: 'type.NOCARDCONSUME',
  PLAYFREELY: 'type.PLAYFREELY',
  COIN: 'type.COIN',
  GIFT: 'type.GIFT',
  TESTCARD: 'type.TESTCARD',
  PRODUCT: 'type.PRODUCT',
}
/** All types of `figure_entries`. */
const TYPES: Readonly<Record<string, TextKey>> = {
  ...ORDER_TYPES,
  RECHARGE: 'statistics.type.RECHARGE',
  CARD: 'statistics.type.CARD',
  BOOKING: 'statistics.type.BOOKING',
  COINOUT: 'statistics.type.COINOUT',
  EVENT: 'statistics.type.EVENT',
}

/** Text of the group without a key. */
const NONE: Partial<Record<FigureGroup, TextKey>> = { hour: 'statistics.late', vehicle: 'statistics.noVehicle' }

/** Returns the display name of a group. */
export function figureKeyText(t: Say, by: FigureGroup, key: string, name: string): string {
  if (key === '') return t(NONE[by] ?? 'statistics.none')
  if (by === 'day') return key
  if (by === 'hour') return `${key}:00`
  const type = by === 'type' ? TYPES[key] : undefined
  return type ? t(type) : name || t('statistics.gone')
}
