import type { Slice } from './core/slice.ts'
import { access } from './features/access/index.ts'

/** Everything the server answers, besides its own health: a new slice is one line here. */
export const slices: readonly Slice[] = [access]
