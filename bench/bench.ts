import type { EmbeddedPostgres } from '#server/db/embedded.ts'
import type { Loader } from './loader.ts'

/** The input of every benchmark. */
export interface Bench {
  /** Folder for its files; removed after the run. */
  folder: string
  cluster: EmbeddedPostgres
  loader: Loader
  rounds: number
  /** Fewer and shorter rounds, to check that everything works; the figures are not meaningful. */
  quick: boolean
}
