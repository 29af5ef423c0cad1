// Who may import whom. Inside a folder an import starts with "./", from elsewhere with an alias, and never with "../":
// so every crossing of a boundary shows in the import's own text, and this table can read it.

/** Folder of the importing file; the first row that fits decides. Then what it may import of the project. */
const table: [folder: string, mayImport: string[]][] = [
  ['src/shared/core/', ['#shared/core/', '#shared/i18n/']],
  ['src/shared/i18n/', ['#shared/core/', '#shared/i18n/']],
  ['src/shared/', ['#shared/']],

  ['src/server/core/', ['#shared/', '#server/core/', '#server/db/', '#server/config.ts']],
  ['src/server/db/', ['#shared/', '#server/core/', '#server/db/', '#server/config.ts']],
  ['src/server/', ['#shared/', '#server/core/', '#server/db/', '#server/config.ts', '#server/features/*/index.ts']],

  ['src/main/core/', ['#shared/', '#main/core/']],
  ['src/main/features/', ['#shared/', '#main/core/', '#main/features/*/index.ts']],
  ['src/main/', ['#shared/', '#main/core/', '#main/features/*/index.ts', '#main/terminal.ts']],
  ['src/preload/', ['#shared/core/ipc.ts', '#shared/ipc/']],

  ['src/renderer/core/', ['#shared/', '#renderer/core/', '#renderer/platform/']],
  ['src/renderer/platform/', ['#shared/', '#renderer/core/', '#renderer/platform/']],
  ['src/renderer/ui/', ['#shared/', '#renderer/core/', '#renderer/platform/', '#renderer/ui/']],
  [
    'src/renderer/features/',
    ['#shared/', '#renderer/core/', '#renderer/platform/', '#renderer/ui/', '#renderer/features/*/index.ts'],
  ],
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

/** Packages with a home: where they may be imported. Every other package is free outside src/shared and src/preload. */
const homes: Record<string, string[]> = {
  electron: ['src/main/index.ts', 'src/main/core/', 'src/preload/'],
  'better-sqlite3': ['src/main/'],
  serialport: ['src/main/'],
  'node-hid': ['src/main/'],
  fastify: ['src/server/'],
  pg: ['src/server/'],
  kysely: ['src/server/'],
  axios: ['src/renderer/core/'],
  react: ['src/renderer/'],
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

/** What is wrong with an import, in words for whoever wrote it; nothing where it is allowed. */
export function violation(path: string, wanted: string): string | undefined {
  if (/(^|\/)\.\.(\/|$)/.test(wanted)) return `${path} imports ${wanted}: use the alias of that folder.`
  if (!path.startsWith('src/') || /\.test\.tsx?$/.test(path) || wanted.startsWith('.')) return undefined
  return wanted.startsWith('#') ? foreignFile(path, wanted) : foreignPackage(path, wanted)
}

function foreignFile(path: string, wanted: string): string | undefined {
  const [folder = 'src/', mayImport = []] = table.find(([start]) => path.startsWith(start)) ?? []
  const anySlice = wanted
    .replace(/^(#\w+\/features\/)[^/]+\/index\.ts$/, '$1*/index.ts')
    .replace(/^(#\w+\/features\/)[^/]+\/[\w-]+\.page\.tsx$/, '$1*/*.page.tsx')
  if (startsWithAny(anySlice, mayImport)) return undefined
  return `${path} imports ${wanted}: ${folder} may import ${mayImport.join(', ') || 'nothing'}.`
}

function foreignPackage(path: string, wanted: string): string | undefined {
  const name = packageOf(wanted)
  const [, packages] = closed.find(([folder]) => path.startsWith(folder)) ?? []
  if (packages && !packages.includes(name)) return `${path} imports ${wanted}: only ${packages.join(', ')} may be here.`
  if (name.startsWith('node:') && path.startsWith('src/renderer/')) return `${path} imports ${wanted}: no Node there.`
  const home = homes[name]
  if (home && !startsWithAny(path, home)) return `${path} imports ${wanted}: it belongs to ${home.join(', ')}.`
  return undefined
}

/** Every module that a file names, statically or not. */
export function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:^|[\s;}])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/gm)
  return [...found].map(([, name = '']) => name)
}
