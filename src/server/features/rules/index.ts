export { findRule, type RuleRow, rulesOfStore } from './consume-rules.repository.ts'
