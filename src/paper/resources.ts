import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The path of a file of `resources`, which lies beside `package.json`: above the sources, the bundle and the archive alike. */
export function resource(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'resources', name)
    if (existsSync(path)) return path
    if (folder === dirname(folder)) throw new Error(`resources/${name} is missing`)
  }
}
