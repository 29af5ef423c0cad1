import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const lockFile = join(import.meta.dirname, '..', '..', 'package-lock.json')
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> }

/** The names of the packages that the project depends on at run time, optional ones included. */
export function runtimeDependencies(): string[] {
  const { dependencies = {}, optionalDependencies = {} } = packages[''] ?? {}
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]
}

/** Where a dependency of a package is installed: beside it, or further up. */
function find(from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return null
  }
}

/** The top-level packages that are installed for these ones, themselves included. */
export function installedFor(names: string[]): Set<string> {
  const found = new Set<string>()
  const visit = (path: string | null): void => {
    if (path === null || found.has(path)) return
    found.add(path)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path] ?? {}
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
      visit(find(path, name))
    }
  }
  for (const name of names) visit(find('', name))
  return new Set([...found].map((path) => path.split('node_modules/')[1]?.replace(/\/$/, '') ?? ''))
}

/** The packages that a source or a bundle imports by name; Node's own modules and aliases are not among them. */
export const importedBy = (code: string): string[] =>
  [...code.matchAll(/(?:from |import |import\()['"]((?:@[^/'".]+\/)?[a-z][^/'":.]*)[^'"]*['"]/g)].map(
    ([, name = '']) => name,
  )
