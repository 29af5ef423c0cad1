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
  'integral',
  'laps',
  'frequency',
  'plays',
  'orders',
  'people',
  'rechargeOrders',
]
const RUNS: readonly Figure[] = ['sessions', 'minutes', 'drivenLaps', 'tests']
/** A vehicle sells no recharges, and an order may be of several vehicles. */
const NOT_OF_VEHICLES = new Set<Figure>(['revenue', 'recharges', 'discount', 'orders', 'people', 'rechargeOrders'])

/** The figures that are told apart by a thing, in the order in which they are shown. */
export function figuresBy(by: FigureGroup): readonly Figure[] {
  if (by === 'vehicle') return [...MONEY.filter((name) => !NOT_OF_VEHICLES.has(name)), ...RUNS]
  return by === 'day' || by === 'hour' || by === 'store' ? [...MONEY, ...RUNS] : MONEY
}
