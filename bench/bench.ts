import type { EmbeddedPostgres } from '#server/db/embedded.ts'
import type { Loader } from './loader.ts'

/** What every benchmark is given. */
export interface Bench {
  /** For its files; removed after the run. */
  folder: string
  cluster: EmbeddedPostgres
  loader: Loader
  rounds: number
  /** Fewer and shorter rounds: to see that everything works, not to quote. */
  quick: boolean
}
