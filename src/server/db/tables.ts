import type { AccessTables } from './tables/access.ts'

/** Every table by its camelCase name. A slice's tables live in `tables/<slice>.ts` and are added to this list. */
export interface Tables extends AccessTables {}
