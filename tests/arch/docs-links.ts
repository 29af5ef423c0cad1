import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root, type SourceFile } from './source-files.ts'

/** The text of a page without code, in which brackets are not links. */
const proseOf = (text: string): string => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')

/** The anchors of a page, as GitHub makes them from its headings; a repeated heading gets a number. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const headings = [...text.replace(/^```.*?^```/gms, '').matchAll(/^#{1,6} +(.+?) *$/gm)]
  return new Set(
    headings.map(([, heading = '']) => {
      const anchor = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
        .replaceAll(' ', '-')
      const times = seen.get(anchor) ?? 0
      seen.set(anchor, times + 1)
      return times === 0 ? anchor : `${anchor}-${times}`
    }),
  )
}

/** The targets of relative links of a page: `path#anchor`, either of them possibly empty. */
export const linksOf = (text: string): string[] =>
  [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))

/** The paths below `docs/` that a source file names, with their anchors. */
export const docsNamedIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w/.-])docs\/[\w/.-]*\w(?:#[\p{L}\p{N}_-]+)?/gu)].map(([path]) => path)

const exists = (path: string, anchor: string): boolean => {
  const file = join(root, path)
  if (!existsSync(file)) return false
  return (
    anchor === '' || (path.endsWith('.md') && anchorsOf(readFileSync(file, 'utf8')).has(decodeURIComponent(anchor)))
  )
}

/** The broken links of a page. */
export function brokenLinks({ path, text }: SourceFile): string[] {
  return linksOf(text)
    .filter((target) => {
      const [file = '', anchor = ''] = target.split('#', 2)
      return !exists(file === '' ? path : normalize(join(dirname(path), file)), anchor)
    })
    .map((target) => `${path}: ${target}`)
}

/** The pages of `docs/` that a source file names and that do not exist. */
export function missingDocs({ path, text }: SourceFile): string[] {
  return docsNamedIn(text)
    .filter((named) => {
      const [file = '', anchor = ''] = named.split('#', 2)
      return !exists(file, anchor)
    })
    .map((named) => `${path}: ${named}`)
}
