import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** A column of the picker: a cost or length of rules. */
export type RuleFigure = 'price' | 'deposit' | 'integral' | 'coins' | 'frequency' | 'laps' | 'minutes' | 'people'

const costs: Record<ConsumeType, readonly RuleFigure[]> = {
  BALANCE: ['price'],
  FREQUENCY: ['frequency'],
  INTEGRAL: ['integral'],
  BALANCEANDINTEGRAL: ['price', 'integral'],
  GROUPCOUPON: [],
  // For these rules the laps are also the price.
  QUAN: [],
  NOCARDCONSUME: ['price', 'deposit'],
  PLAYFREELY: [],
  TESTCARD: [],
  COIN: ['coins'],
  GIFT: ['price'],
}

/**
 * The columns that distinguish rules of a type (spec §2): cost, then laps and minutes. For rules of any tool it shows
 * whether several people pay once; laps give way to that unless they are the price.
 */
export function figuresOf(type: ConsumeType | undefined, toolType: string | undefined): RuleFigure[] {
  const cost = type ? costs[type] : (['price'] as const)
  const isForAll = toolType === 'TONGYONG' && type !== 'QUAN'
  return [...cost, isForAll ? 'people' : 'laps', 'minutes']
}
