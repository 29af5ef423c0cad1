export { openCountDifference } from './count-difference.service.ts'
export { findDifferences } from './differences.repository.ts'
export type { FoundDifference } from './found.types.ts'
export { type ReconciliationResult, reconcile } from './reconcile.service.ts'
