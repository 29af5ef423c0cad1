import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isTest, root, sourceFiles } from './source-files.ts'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }

/** Where a dependency of a package is installed: beside it, or further up. */
function find(from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return null
  }
}

/** Everything that is installed for some packages, by its top-level name. */
function installedFor(names: string[]): Set<string> {
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

it('the installed terminal contains the packages that its main process needs, and none of the server', () => {
  const code = sourceFiles('src/{main,paper,preload,shared}/**/*.ts').filter((file) => !isTest(file))
  const imported = code.flatMap(({ text }) =>
    [...text.matchAll(/(?:from |import\()'((?:@[^/'.]+\/)?[a-z][^/':.]*)[^']*'/g)].map(([, name = '']) => name),
  )
  const { dependencies = {}, optionalDependencies = {} } = packages[''] ?? {}
  const all = installedFor([...Object.keys(dependencies), ...Object.keys(optionalDependencies)])
  const needed = installedFor(imported.filter((name) => name in dependencies || name in optionalDependencies))
  const servers = [...all].filter((name) => !needed.has(name)).sort()

  const list = /# Begin of the server's packages\n([\s\S]*?) *# End/.exec(read('electron-builder.yml'))?.[1] ?? ''
  const excluded = [...list.matchAll(/"!node_modules\/(?:(@[^/{]+)\/)?(?:\{([^}]*)\}|([^{]+))\{,\/\*\*\}"/g)].flatMap(
    ([, scope, several, one = '']) => (several ?? one).split(',').map((name) => (scope ? `${scope}/${name}` : name)),
  )
  expect(excluded.sort()).toEqual(servers)
})
