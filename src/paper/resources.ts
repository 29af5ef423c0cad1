import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the path of a file in `resources`, which is next to `package.json` for sources, bundle and archive. */
export function resource(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'resources', name)
    if (existsSync(path)) return path
    if (folder === dirname(folder)) throw new Error(`resources/${name} is missing`)
  }
}
