import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** What a rule costs or lasts, as a column of the picker shows it. */
export type RuleFigure = 'price' | 'deposit' | 'integral' | 'frequency' | 'laps' | 'minutes' | 'people'

const costs: Record<ConsumeType, readonly RuleFigure[]> = {
  BALANCE: ['price'],
  FREQUENCY: ['frequency'],
  INTEGRAL: ['integral'],
  BALANCEANDINTEGRAL: ['price', 'integral'],
  GROUPCOUPON: [],
  // Laps are what it costs, too.
  QUAN: [],
  NOCARDCONSUME: ['price', 'deposit'],
  PLAYFREELY: [],
  TESTCARD: [],
}

/**
 * The figures that tell rules of a type apart (spec §2): what each costs, then laps and minutes. Among rules for any tool it
 * counts whether several people pay once; the laps give way to that, except where they are the price.
 */
export function figuresOf(type: ConsumeType | undefined, toolType: string | undefined): RuleFigure[] {
  const cost = type ? costs[type] : (['price'] as const)
  const isForAll = toolType === 'TONGYONG' && type !== 'QUAN'
  return [...cost, isForAll ? 'people' : 'laps', 'minutes']
}
