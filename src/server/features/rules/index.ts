export { findRule, type RuleRow, rulesOfStore } from './consume-rules.repository.ts'
export { storeFor } from './places.repository.ts'
