import { posix } from 'node:path'

// Import boundaries. Inside a folder an import starts with "./", from elsewhere with an alias, and never with "../". So every
// crossing of a boundary shows in the import's own text, and this table can check it.

/** Small modules without a component kit, which the member page shares. */
const RENDERER_CORE_OF_MEMBERS = [
  'addresses/shown-address',
  'files/small-jpeg',
  'http/http',
  'http/http-transport',
  'keyboard/use-strokes',
  'replaced',
  'storage',
  'zod-setup',
].map((name) => `#renderer/core/${name}.ts`)

/** Folder of the importing file (the first matching row decides), and what it may import of the project. */
const table: [folder: string, mayImport: string[]][] = [
  ['src/shared/core/', ['#shared/core/', '#shared/i18n/']],
  ['src/shared/i18n/', ['#shared/core/', '#shared/i18n/']],
  ['src/shared/', ['#shared/']],

  ['src/paper/', ['#shared/', '#paper/']],

  ['src/server/core/', ['#shared/', '#server/core/', '#server/db/', '#server/config.ts']],
  ['src/server/db/', ['#shared/', '#server/db/', '#server/config.ts']],
  // The only list of slices.
  ['src/server/slices.ts', ['#server/core/slice.ts', '#server/features/*/*.manifest.ts']],
  [
    'src/server/',
    ['#shared/', '#server/core/', '#server/db/', '#server/config.ts', '#server/features/*/index.ts', '#paper/index.ts'],
  ],

  ['src/main/core/', ['#shared/', '#main/core/']],
  ['src/main/features/', ['#shared/', '#paper/index.ts', '#main/core/', '#main/features/*/index.ts']],
  ['src/main/', ['#shared/', '#main/core/', '#main/features/*/index.ts', '#main/terminal.ts']],
  ['src/preload/', ['#shared/core/ipc.ts', '#shared/ipc/']],

  ['src/renderer/core/', ['#shared/', '#renderer/core/', '#renderer/platform/']],
  ['src/renderer/platform/', ['#shared/', '#renderer/core/', '#renderer/platform/']],
  ['src/renderer/ui/', ['#shared/', '#renderer/core/', '#renderer/platform/', '#renderer/ui/']],
  [
    'src/renderer/features/',
    ['#shared/', '#renderer/core/', '#renderer/platform/', '#renderer/ui/', '#renderer/features/*/index.ts'],
  ],
  ['src/member/core/', ['#shared/', '#member/core/', ...RENDERER_CORE_OF_MEMBERS]],
  ['src/member/ui/', ['#shared/', '#member/core/', '#member/ui/', ...RENDERER_CORE_OF_MEMBERS]],
  [
    'src/member/features/',
    ['#shared/', '#member/core/', '#member/ui/', '#member/features/*/index.ts', ...RENDERER_CORE_OF_MEMBERS],
  ],
  // The only list of slices.
  ['src/member/app/slices.ts', ['#member/core/page.ts', '#member/features/*/*.manifest.ts']],
  ['src/member/', ['#shared/', '#member/core/', '#member/ui/', '#member/app/', ...RENDERER_CORE_OF_MEMBERS]],

  // The only list of slices.
  ['src/renderer/app/slices.ts', ['#renderer/core/slice.ts', '#renderer/features/*/*.manifest.ts']],
  [
    'src/renderer/',
    [
      '#shared/',
      '#renderer/core/',
      '#renderer/platform/',
      '#renderer/ui/',
      '#renderer/app/',
      '#renderer/features/*/index.ts',
      // Page by page, so that a page's code is loaded when it is opened.
      '#renderer/features/*/*.page.tsx',
    ],
  ],
]

/** Packages restricted to some folders. Every other package is allowed outside src/shared and src/preload. */
const homes: Record<string, string[]> = {
  electron: ['src/main/index.ts', 'src/main/program.ts', 'src/main/core/', 'src/preload/'],
  'better-sqlite3': ['src/main/'],
  serialport: ['src/main/'],
  'node-hid': ['src/main/'],
  fastify: ['src/server/'],
  pg: ['src/server/'],
  kysely: ['src/server/'],
  axios: ['src/renderer/core/'],
  react: ['src/renderer/', 'src/member/'],
  antd: ['src/renderer/'],
}

/** Folders that run everywhere, or in a sandbox, and so import few packages and nothing of Node. */
const closed: [folder: string, packages: string[]][] = [
  ['src/shared/', ['zod', 'dayjs', 'uuid']],
  ['src/preload/', ['electron']],
]

const startsWithAny = (text: string, starts: string[]): boolean => starts.some((start) => text.startsWith(start))

const packageOf = (wanted: string): string =>
  wanted
    .split('/')
    .slice(0, wanted.startsWith('@') ? 2 : 1)
    .join('/')

/** The error message for an import; undefined where it is allowed. */
export function violation(path: string, wanted: string): string | undefined {
  if (/(^|\/)\.\.(\/|$)/.test(wanted)) return `${path} imports ${wanted}: use the alias of that folder.`
  if (!path.startsWith('src/') || /\.test\.tsx?$/.test(path)) return undefined
  if (wanted.startsWith('./')) {
    const below = posix.join(posix.dirname(path), wanted)
    return posix.dirname(below) === posix.dirname(path) ? undefined : foreignFile(path, below.replace('src/', '#'))
  }
  return wanted.startsWith('#') ? foreignFile(path, wanted) : foreignPackage(path, wanted)
}

/** The path of the slice that a file belongs to, below `src`; undefined outside the slices. */
const ownSlice = (path: string): string | undefined => /^src\/(\w+\/features\/[^/]+\/)/.exec(path)?.[1]

function foreignFile(path: string, wanted: string): string | undefined {
  const own = ownSlice(path)
  // A large slice is divided into folders.
  if (own && wanted.startsWith(`#${own}`)) return undefined
  const [folder = 'src/', mayImport = []] = table.find(([start]) => path.startsWith(start)) ?? []
  const anySlice = wanted
    .replace(/^(#\w+\/features\/)[^/]+\/index\.ts$/, '$1*/index.ts')
    .replace(/^(#\w+\/features\/)[^/]+\/[\w-]+\.(page\.tsx|manifest\.ts)$/, '$1*/*.$2')
  if (startsWithAny(anySlice, mayImport)) return undefined
  return `${path} imports ${wanted}: ${folder} may import ${mayImport.join(', ') || 'nothing'}.`
}

function foreignPackage(path: string, wanted: string): string | undefined {
  const name = packageOf(wanted)
  const [, packages] = closed.find(([folder]) => path.startsWith(folder)) ?? []
  if (packages && !packages.includes(name)) return `${path} imports ${wanted}: only ${packages.join(', ')} may be here.`
  if (name.startsWith('node:') && /^src\/(renderer|member)\//.test(path))
    return `${path} imports ${wanted}: no Node there.`
  const home = homes[name]
  if (home && !startsWithAny(path, home)) return `${path} imports ${wanted}: it belongs to ${home.join(', ')}.`
  return undefined
}

/** Every module that a file names, statically or not. */
export function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:^|[\s;}([,=>])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/gm)
  return [...found].map(([, name = '']) => name)
}

/** Groups of files that import each other in a circle, types and later imports (`import()`) included. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  // Tarjan's algorithm: a file from which no earlier file is reached closes a component with all files opened after it.
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file) ?? 0)
    open.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) found.push(circle.sort())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return found
}

/** The shortest chain of imports from one of the files to one that `isWanted`; null if there is none. */
export function routeTo(
  graph: ReadonlyMap<string, readonly string[]>,
  files: readonly string[],
  isWanted: (path: string) => boolean,
): string[] | null {
  const routes = files.map((file) => [file])
  const seen = new Set(files)
  for (const route of routes) {
    const last = route.at(-1) ?? ''
    if (isWanted(last)) return route
    for (const next of graph.get(last) ?? []) {
      if (!seen.has(next)) routes.push([...route, next])
      seen.add(next)
    }
  }
  return null
}

/** The project file that an import resolves to, from the project's root; undefined for packages. */
export function fileOf(path: string, wanted: string): string | undefined {
  if (wanted.startsWith('#')) return wanted.replace(/^#(tests\/)?/, (_, tests) => (tests ? 'tests/' : 'src/'))
  return wanted.startsWith('.') ? posix.join(posix.dirname(path), wanted) : undefined
}
