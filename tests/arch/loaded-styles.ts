import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'
import { ownersOf } from './styles.ts'

/** The style sheet that each document of the window begins with. */
const ALWAYS = 'src/renderer/ui/base.css'

const ALIAS = '#renderer/'
const IMPORTED = /^(?:import|export)\b[^'";]*'((?:\.|#renderer\/)[^']+)'/gm

const targetOf = (from: string, to: string): string =>
  to.startsWith(ALIAS) ? `src/renderer/${to.slice(ALIAS.length)}` : posix.join(posix.dirname(from), to)

/** The static imports of the files; dynamic `import()` is not included. */
function importsOf(parts: readonly SourceFile[]): Map<string, string[]> {
  return new Map(
    parts.map(({ path, text }) => [
      path,
      [...text.matchAll(IMPORTED)]
        .filter(([statement]) => !/^(import|export) type\b/.test(statement))
        .map(([, to = '']) => targetOf(path, to)),
    ]),
  )
}

/**
 * Components that use a class of `ui` whose style sheet is loaded only with another page: neither they nor all components that
 * show them import it, so they look right only after that page was open.
 */
export function unloadedIn(parts: readonly SourceFile[], sheets: readonly SourceFile[]): string[] {
  const imports = importsOf(parts)
  const importers = new Map<string, string[]>()
  for (const [path, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  const loads = (path: string, wanted: ReadonlySet<string>, seen = new Set<string>()): boolean => {
    if (wanted.has(path)) return true
    if (seen.has(path)) return false
    seen.add(path)
    return (imports.get(path) ?? []).some((target) => loads(target, wanted, seen))
  }
  const isDressed = (path: string, wanted: ReadonlySet<string>, seen = new Set<string>()): boolean => {
    if (loads(path, wanted)) return true
    if (seen.has(path)) return true
    seen.add(path)
    const above = importers.get(path) ?? []
    return above.length > 0 && above.every((one) => isDressed(one, wanted, seen))
  }
  const shared = sheets.filter(({ path }) => path.startsWith('src/renderer/ui/'))
  const sheetsOf = new Map<string, Set<string>>()
  for (const sheet of shared)
    for (const name of ownersOf([sheet]).keys()) sheetsOf.set(name, (sheetsOf.get(name) ?? new Set()).add(sheet.path))
  return parts.flatMap(({ path, text }) => {
    const worn = [...text.matchAll(/className=(?:"[^"]*"|\{[^}]*\})/g)].flatMap(
      ([found]) => found.match(/\bpl-[\w-]*\w/g) ?? [],
    )
    return [...new Set(worn)].flatMap((name) => {
      const wanted = sheetsOf.get(name)
      if (!wanted || wanted.has(ALWAYS) || isDressed(path, wanted)) return []
      return [`${path}: ${name} is of ${[...wanted].join(' and ')}`]
    })
  })
}
