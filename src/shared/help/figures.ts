import type { Figures } from '#shared/features/statistics/statistics.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

interface Figure {
  name: TextKey
  /** What it is, in one sentence: beside the figure, in the help and in the guide. */
  definition: TextKey
}

const statistic = (figure: keyof Figures): Figure => ({
  name: `statistics.figure.${figure}`,
  definition: `define.${figure}`,
})

/** Every figure that the screens define; docs/figures.md says how each is computed. */
export const figures = {
  revenue: statistic('revenue'),
  recharges: statistic('recharges'),
  guests: statistic('guests'),
  cash: statistic('cash'),
  scan: statistic('scan'),
  deposit: statistic('deposit'),
  refunded: statistic('refunded'),
  consumption: statistic('consumption'),
  balance: statistic('balance'),
  give: statistic('give'),
  coupons: statistic('coupons'),
  integral: statistic('integral'),
  laps: statistic('laps'),
  coins: statistic('coins'),
  frequency: statistic('frequency'),
  plays: statistic('plays'),
  orders: statistic('orders'),
  people: statistic('people'),
  rechargeOrders: statistic('rechargeOrders'),
  sessions: statistic('sessions'),
  minutes: statistic('minutes'),
  drivenLaps: statistic('drivenLaps'),
  discount: statistic('discount'),
  couponOff: statistic('couponOff'),
  tests: statistic('tests'),
  liability: { name: 'menu.liability', definition: 'define.liability' },
  owedBalance: { name: 'liability.balance', definition: 'define.owedBalance' },
  owedGive: { name: 'liability.give', definition: 'define.owedGive' },
  held: { name: 'liability.held', definition: 'define.held' },
  cards: { name: 'liability.cards', definition: 'define.cards' },
  float: { name: 'shift.floatAmount', definition: 'define.float' },
  expectedCash: { name: 'shift.expectedAmount', definition: 'define.expectedCash' },
  countedCash: { name: 'shift.countedAmount', definition: 'define.countedCash' },
  cashDifference: { name: 'shift.differenceAmount', definition: 'define.cashDifference' },
  lateCash: { name: 'shift.lateAmount', definition: 'define.lateCash' },
  cashOutside: { name: 'shift.outside', definition: 'define.cashOutside' },
  shiftRevenue: { name: 'shift.revenue', definition: 'define.shiftRevenue' },
  unusual: { name: 'radar.unusual', definition: 'define.unusual' },
} satisfies Record<keyof Figures, Figure> & Record<string, Figure>

export type FigureName = keyof typeof figures
