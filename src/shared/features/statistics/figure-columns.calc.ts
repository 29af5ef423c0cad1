import type { FigureGroup, Figures } from './statistics.contract.ts'

type Figure = keyof Figures

const MONEY: readonly Figure[] = [
  'revenue',
  'recharges',
  'guests',
  'cash',
  'scan',
  'refunded',
  'deposit',
  'consumption',
  'balance',
  'give',
  'coupons',
  'discount',
  'couponOff',
  'integral',
  'laps',
  'coins',
  'frequency',
  'plays',
  'orders',
  'people',
  'rechargeOrders',
]
const RUNS: readonly Figure[] = ['sessions', 'minutes', 'drivenLaps', 'tests']
/** Recharges have no vehicle, and an order may have several. */
const NOT_OF_VEHICLES = new Set<Figure>([
  'revenue',
  'recharges',
  'discount',
  'couponOff',
  'orders',
  'people',
  'rechargeOrders',
])

/** Returns the figures available for a grouping, in display order. */
export function figuresBy(by: FigureGroup): readonly Figure[] {
  if (by === 'vehicle') return [...MONEY.filter((name) => !NOT_OF_VEHICLES.has(name)), ...RUNS]
  return by === 'day' || by === 'hour' || by === 'store' ? [...MONEY, ...RUNS] : MONEY
}
