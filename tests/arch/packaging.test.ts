import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importedBy, installedFor, runtimeDependencies } from '#scripts/packaging/installed-packages.ts'
import { RELEASE } from '#server/db/release.ts'
import { isTest, root, sourceFiles } from './source-files.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

it('the installed terminal contains the packages that its main process needs, and none of the server', () => {
  const code = sourceFiles('src/{main,paper,preload,shared}/**/*.ts').filter((file) => !isTest(file))
  const dependencies = runtimeDependencies()
  const imported = new Set(code.flatMap(({ text }) => importedBy(text)))
  const all = installedFor(dependencies)
  const needed = installedFor(dependencies.filter((name) => imported.has(name)))
  const servers = [...all].filter((name) => !needed.has(name)).sort()

  const list = /# Begin of the server's packages\n([\s\S]*?) *# End/.exec(read('electron-builder.yml'))?.[1] ?? ''
  const excluded = [...list.matchAll(/"!node_modules\/(?:(@[^/{]+)\/)?(?:\{([^}]*)\}|([^{]+))\{,\/\*\*\}"/g)].flatMap(
    ([, scope, several, one = '']) => (several ?? one).split(',').map((name) => (scope ? `${scope}/${name}` : name)),
  )
  expect(excluded.sort()).toEqual(servers)
})

it('the server names the release of package.json, and the changelog begins with it', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(RELEASE).toBe(version)
  expect(/^## (.+)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})
