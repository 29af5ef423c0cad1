export { openCountDifference } from './count-difference.service.ts'
export { findDifferences } from './differences.repository.ts'
export type { Found } from './found.types.ts'
export { type Reconciled, reconcile } from './reconcile.service.ts'
