import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { AmountType, ConsumeType, PriceMode, ToolType, UseMode } from '#shared/features/rules/consume-rules.contract.ts'
import { consumeRulesRoutes } from './consume-rules.routes.ts'

/** What a session costs and lasts. */
export const rulesManifest: SliceManifest = {
  name: 'rules',
  mount: consumeRulesRoutes,
  actions: { 'rule:search': ['hq', 'manager', 'coach', 'cashier'] },
  dictionaries: [
    dictionaryOf('consume_type', 'dict.consumeType', ConsumeType.options, 'type'),
    dictionaryOf('price_mode', 'dict.priceMode', PriceMode.options, 'consumeRule.priceMode'),
    dictionaryOf('use_mode', 'dict.useMode', UseMode.options, 'consumeRule.useMode'),
    dictionaryOf('tool_type', 'dict.toolType', ToolType.options, 'consumeRule.tool'),
    dictionaryOf('amount_type', 'dict.amountType', AmountType.options, 'consumeRule.amountType'),
    dictionaryOf('weekday', 'dict.weekday', ['1', '2', '3', '4', '5', '6', '7'], 'weekday'),
  ],
}
