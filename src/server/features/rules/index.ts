export { findRule, listRules, type RuleRow } from './consume-rules.repository.ts'
