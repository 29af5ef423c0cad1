import type { SourceFile } from './source-files.ts'

// All style sheets of the window share one namespace, and those of a page stay when it is left. So each class belongs to one
// folder of the renderer (a feature, `app` or `ui`), and a rule begins with a class of its own folder: it then affects no other
// page.

/** The folder of the renderer that a style sheet or a component belongs to: `ui`, `app`, `features/queue`. */
export const folderOf = (path: string): string =>
  /^src\/renderer\/(features\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? 'src/renderer'

/** The classes of the outermost element with our classes, for each selector: `form .pl-a.pl-b > .pl-c` is `[pl-a, pl-b]`. */
export function anchorsOf(css: string): string[][] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  // The text before a brace and after the last brace or statement; at-rules and keyframes are not selectors.
  const selectors = [...plain.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim())
  return selectors
    .filter((selector) => !selector.startsWith('@') && !/^(from|to|[\d.]+%)/.test(selector))
    .flatMap(selectorsOf)
    .map(
      (selector) =>
        elementsOf(selector)
          .map(classesIn)
          .find((names) => names.length > 0) ?? [],
    )
}

const classesIn = (element: string): string[] => [...element.matchAll(/\.(pl-[\w-]+)/g)].map(([, name = '']) => name)

/** The selectors of a list, which may also contain commas in brackets. */
function selectorsOf(list: string): string[] {
  const found = ['']
  let depth = 0
  for (const sign of list) {
    if (sign === '(' || sign === '[') depth++
    if (sign === ')' || sign === ']') depth--
    if (sign === ',' && depth === 0) found.push('')
    else found[found.length - 1] += sign
  }
  return found.map((selector) => selector.trim())
}

/** The part of a selector for each element, from the outermost: `.a:has(> .b)` and `.c` of `.a:has(> .b) > .c`. */
function elementsOf(selector: string): string[] {
  const found = ['']
  let depth = 0
  for (const sign of selector) {
    if (sign === '(' || sign === '[') depth++
    if (sign === ')' || sign === ']') depth--
    if (depth === 0 && /[\s>+~]/.test(sign)) found.push('')
    else found[found.length - 1] += sign
  }
  return found
}

/** The folder of each class: where a rule begins with it alone. A class with several folders is a leak. */
export function ownersOf(sheets: readonly SourceFile[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const { path, text } of sheets) {
    for (const names of anchorsOf(text)) {
      const [only] = names
      if (only === undefined || names.length > 1) continue
      owners.set(only, (owners.get(only) ?? new Set()).add(folderOf(path)))
    }
  }
  return owners
}

/** The guest screen is a document of its own, without style sheets of other folders. */
const OWN_DOCUMENT = 'features/guest-screen'

/** Rules of a style sheet that do not begin with a class of its own folder, and classes that several folders define. */
export function leaksOf(sheets: readonly SourceFile[]): string[] {
  const owners = ownersOf(sheets)
  const shared = [...owners].filter(([, folders]) => folders.size > 1)
  const doubled = shared.map(([name, folders]) => `.${name} is defined in ${[...folders].sort().join(' and ')}`)
  const foreign = sheets.flatMap(({ path, text }) => {
    const folder = folderOf(path)
    const isOwn = (name: string) => !owners.has(name) || owners.get(name)?.has(folder)
    return anchorsOf(text)
      .filter(
        (names) =>
          (names.length > 1 && !names.some(isOwn)) ||
          (names.length === 0 && folder.startsWith('features/') && folder !== OWN_DOCUMENT),
      )
      .map((names) => `${path}: ${names.join('.') || 'a rule without a class of ours'} is styled for another folder`)
  })
  return [...doubled, ...foreign]
}

/** Classes by which another folder arranges parts that it shows. */
const MARKS = new Set(['pl-strip-yields'])

/** Components that use a class of another feature without importing that feature: they look right only after its page was open. */
export function borrowedIn(parts: readonly SourceFile[], sheets: readonly SourceFile[]): string[] {
  const owners = ownersOf(sheets)
  return parts.flatMap(({ path, text }) => {
    const folder = folderOf(path)
    const own = parts.filter((part) => folderOf(part.path) === folder)
    const isThere = (owner: string) =>
      owner === folder ||
      !owner.startsWith('features/') ||
      own.some((part) => part.text.includes(`'#renderer/${owner}/`))
    const worn = [...text.matchAll(/className=(?:"[^"]*"|\{[^}]*\})/g)].flatMap(
      ([found]) => found.match(/\bpl-[\w-]*\w/g) ?? [],
    )
    return worn
      .filter((name) => !MARKS.has(name) && owners.has(name) && ![...(owners.get(name) ?? [])].some(isThere))
      .map((name) => `${path}: ${name} is of ${[...(owners.get(name) ?? [])].join(' and ')}`)
  })
}
