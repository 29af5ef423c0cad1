export { openCountDifference } from './count-difference.service.ts'
export { findDifferences } from './differences.repository.ts'
export type { FoundDifference as Found } from './found.types.ts'
export { type ReconciliationResult as Reconciled, reconcile } from './reconcile.service.ts'
