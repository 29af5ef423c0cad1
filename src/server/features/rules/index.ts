import type { Slice } from '#server/core/slice.ts'
import { consumeRulesRoutes } from './consume-rules.routes.ts'

export { findRule, listRules, type RuleRow } from './consume-rules.repository.ts'

/** What a session costs and lasts. */
export const rules: Slice = (app, deps) => consumeRulesRoutes(app, deps)
