import type { Catalogue } from '#renderer/platform/platform.ts'
import type { ConsumeType, OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'

/** The tools of this page. */
export const consumeTools = ['BALANCE', 'INTEGRAL', 'COIN', 'GIFT', 'GROUP', 'CARD', 'FACE', 'GUEST'] as const
export type ConsumeTool = (typeof consumeTools)[number]

interface ToolOffer {
  types: readonly ConsumeType[]
  /** A scan alone charges, by the rule that was chosen once. */
  swipes: boolean
}

export const toolOffers: Record<ConsumeTool, ToolOffer> = {
  BALANCE: { types: ['BALANCE', 'BALANCEANDINTEGRAL'], swipes: false },
  INTEGRAL: { types: ['INTEGRAL'], swipes: false },
  COIN: { types: ['COIN'], swipes: false },
  GIFT: { types: ['GIFT'], swipes: false },
  GROUP: { types: ['GROUPCOUPON'], swipes: false },
  CARD: { types: ['FREQUENCY', 'QUAN', 'PLAYFREELY'], swipes: true },
  FACE: { types: ['BALANCE', 'BALANCEANDINTEGRAL', 'FREQUENCY', 'QUAN', 'PLAYFREELY'], swipes: false },
  GUEST: { types: ['NOCARDCONSUME'], swipes: false },
}

/** A rule without a tool type fits any tool (spec §3 toolType). */
const isFor = ({ toolType }: Pick<OfferedRule, 'toolType'>, tool: ConsumeTool): boolean =>
  toolType === '' || toolType === 'TONGYONG' || toolType === tool

/** The rules of a store that a tool offers: its own, and those for any tool. */
export const ofTool = (catalogue: Catalogue | null, tool: ConsumeTool): Catalogue | null =>
  catalogue && { ...catalogue, rules: catalogue.rules.filter((rule) => isFor(rule, tool)) }

export const isTool = (text: unknown): text is ConsumeTool => consumeTools.some((tool) => tool === text)
