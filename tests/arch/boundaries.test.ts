import { describe, expect, it } from 'vitest'
import { circles, fileOf, importsOf, routeTo, violation } from './boundaries.ts'
import { sourceFiles } from './source-files.ts'

/** The imports between the files of a pattern. */
const graphOf = (pattern: string): Map<string, string[]> =>
  new Map(
    sourceFiles(pattern).map(({ path, text }) => [
      path,
      importsOf(text).flatMap((wanted) => fileOf(path, wanted) ?? []),
    ]),
  )

describe('import boundaries', () => {
  it('hold in every file', () => {
    const files = sourceFiles('{src,tests,bench}/**/*.{ts,tsx}')
    expect(files.length).toBeGreaterThan(50)
    const wrong = files.flatMap(({ path, text }) => importsOf(text).map((wanted) => violation(path, wanted)))
    expect(wrong.filter(Boolean)).toEqual([])
  })

  it.each([
    ['src/shared/core/money.ts', '#shared/features/members/members.contract.ts'],
    ['src/shared/i18n/zh.ts', '#shared/api.ts'],
    ['src/shared/api.ts', '#server/app.ts'],
    ['src/shared/core/time.ts', 'node:fs'],
    ['src/shared/core/time.ts', 'lodash'],
    ['src/server/core/http/mount.ts', '#server/features/access/index.ts'],
    ['src/server/db/migrate.ts', '#server/features/access/users/users.repository.ts'],
    ['src/server/features/access/users/users.service.ts', '#server/features/members/members.service.ts'],
    ['src/server/features/access/users/users.service.ts', '#renderer/core/client.ts'],
    ['src/server/features/access/users/users.service.ts', 'electron'],
    ['src/server/app.ts', '#server/features/access/users/users.routes.ts'],
    ['src/server/app.ts', './features/access/users.routes.ts'],
    ['src/server/app.ts', './features/access/access.manifest.ts'],
    ['src/server/slices.ts', './features/access/users.routes.ts'],
    ['src/server/db/migrate.ts', '#server/core/slice.ts'],
    ['src/main/core/windows/window.ts', '#main/features/printer/index.ts'],
    ['src/main/features/printer/printer.ts', 'electron'],
    ['src/main/features/printer/printer.ts', '#main/features/card-reader/card-reader.ts'],
    ['src/main/features/sync/sync.ts', '#server/config.ts'],
    ['src/preload/index.ts', 'zod'],
    ['src/preload/index.ts', '#shared/api.ts'],
    ['src/renderer/core/client.ts', '#renderer/ui/page.tsx'],
    ['src/renderer/ui/page.tsx', '#renderer/features/members/index.ts'],
    ['src/renderer/features/members/members.page.tsx', 'axios'],
    ['src/renderer/features/members/members.page.tsx', '#renderer/app/routes.tsx'],
    ['src/renderer/features/members/members.page.tsx', '#renderer/features/rules/rules.page.tsx'],
    ['src/renderer/features/members/members.page.tsx', 'node:fs'],
    ['src/renderer/app/registry.ts', '#renderer/features/members/members.columns.tsx'],
    ['src/renderer/app/registry.ts', '#renderer/features/members/members.manifest.ts'],
    ['src/renderer/features/members/members.page.tsx', '../rules/index.ts'],
    ['src/renderer/features/members/members.test.ts', '../rules/index.ts'],
    ['src/renderer/features/counter/plan/plan.calc.ts', '../choices/choices.calc.ts'],
    ['src/renderer/features/counter/plan/plan.calc.ts', '#renderer/features/members/member-card.tsx'],
    ['src/renderer/features/members/members.page.tsx', '#renderer/features/counter/plan/plan.calc.ts'],
    ['tests/e2e/start.test.ts', '../support/postgres/postgres.ts'],
  ])('%s may not import %s', (path, wanted) => {
    expect(violation(path, wanted)).toContain(`${path} imports ${wanted.replace(/^\.\/(?=features)/, '#server/')}`)
  })

  it.each([
    ['src/shared/core/errors.ts', '#shared/i18n/catalogue.ts'],
    ['src/shared/core/time.ts', 'dayjs/plugin/utc.js'],
    ['src/server/features/sessions/charge/consume.service.ts', '#server/features/members/index.ts'],
    ['src/server/features/sessions/charge/consume.service.ts', './charge.view.ts'],
    ['src/server/db/embedded.ts', 'pg'],
    ['src/server/slices.ts', './features/access/access.manifest.ts'],
    ['src/main/core/windows/window.ts', 'electron'],
    ['src/preload/index.ts', '#shared/ipc/contract.ts'],
    ['src/renderer/core/http/http.ts', 'axios'],
    ['src/renderer/features/members/members.page.tsx', 'antd'],
    ['src/renderer/features/counter/plan/plan.calc.ts', '#renderer/features/counter/choices/choices.calc.ts'],
    ['src/renderer/features/counter/counter.page.tsx', '#renderer/features/counter/machine/use-counter-machine.ts'],
    ['src/renderer/app/registry.ts', '#renderer/features/members/members.page.tsx'],
    ['src/renderer/app/slices.ts', '#renderer/features/members/members.manifest.ts'],
    ['src/server/db/embedded.test.ts', '#tests/support/postgres/postgres.ts'],
  ])('%s may import %s', (path, wanted) => {
    expect(violation(path, wanted)).toBeUndefined()
  })

  it('exclude circular imports, even of types and of `import()`', () => {
    const graph = graphOf('src/**/*.{ts,tsx}')
    expect(graph.get('src/server/app.ts')).toContain('src/server/core/slice.ts')
    expect(circles(graph)).toEqual([])
  })

  it('lead no test to a component of the window, whose types would be checked a second time', () => {
    const graph = graphOf('{src,tests,bench}/**/*.{ts,tsx}')
    const tests = [...graph.keys()].filter((path) => /^(tests|bench)\/|\.test\.tsx?$/.test(path))
    expect(routeTo(graph, tests, (path) => /^src\/renderer\/.*(?<!\.test)\.tsx$/.test(path))).toBeNull()
  })

  it('detect the route to a file', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', ['a']],
      ['c', ['d']],
    ])
    expect(routeTo(graph, ['a'], (path) => path === 'd')).toEqual(['a', 'c', 'd'])
    expect(routeTo(graph, ['b'], (path) => path === 'e')).toBeNull()
  })

  it('detect circular imports', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ])
    expect(circles(graph)).toEqual([['a', 'b', 'c']])
  })

  it('detect every form of import', () => {
    const text = `import a from 'a'\nimport 'b'\nexport * from "c"\nconst d = await import('d')\nimport {\n  e,\n} from 'e'\nimport type { F } from 'f'\nconst all = [import('g'),import('h')]`
    expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  })
})
