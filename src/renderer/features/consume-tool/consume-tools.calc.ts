import type { Catalogue } from '#renderer/platform/platform.ts'
import type { ConsumeType, OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'

/**
 * The tools that charge here. Those for coins and gifts come with the machines and the stock that they need, the one by
 * face with its cameras: what cannot work has no button.
 */
export const consumeTools = ['BALANCE', 'INTEGRAL', 'GROUP', 'CARD', 'GUEST'] as const
export type ConsumeTool = (typeof consumeTools)[number]

interface ToolOffer {
  types: readonly ConsumeType[]
  /** A swipe alone charges by the rule that was chosen once. */
  swipes: boolean
}

export const toolOffers: Record<ConsumeTool, ToolOffer> = {
  BALANCE: { types: ['BALANCE', 'BALANCEANDINTEGRAL'], swipes: false },
  INTEGRAL: { types: ['INTEGRAL'], swipes: false },
  GROUP: { types: ['GROUPCOUPON'], swipes: false },
  CARD: { types: ['FREQUENCY', 'QUAN', 'PLAYFREELY'], swipes: true },
  GUEST: { types: ['NOCARDCONSUME'], swipes: false },
}

/** A rule of no tool is for any (spec §3 toolType). */
const isFor = ({ toolType }: Pick<OfferedRule, 'toolType'>, tool: ConsumeTool): boolean =>
  toolType === '' || toolType === 'TONGYONG' || toolType === tool

/** What a store offers with a tool: rules for other tools are not among it. */
export const ofTool = (catalogue: Catalogue | null, tool: ConsumeTool): Catalogue | null =>
  catalogue && { ...catalogue, rules: catalogue.rules.filter((rule) => isFor(rule, tool)) }

export const isTool = (text: unknown): text is ConsumeTool => consumeTools.some((tool) => tool === text)
