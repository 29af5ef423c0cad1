import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { consumeRulesRoutes } from './consume-rules.routes.ts'

/** What a session costs and lasts. */
export const rulesManifest: SliceManifest = {
  name: 'rules',
  mount: consumeRulesRoutes,
  actions: { 'rule:search': ['hq', 'manager', 'coach', 'cashier'] },
  dictionaries: [dictionaryOf('consume_type', 'dict.consumeType', ConsumeType.options, 'type')],
}
