import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface DeveloperGroup {
  title: string
  collapsed?: boolean
  pages: { path: string; page: string }[]
}

/** The page of the site for a document of the repository. */
const pageOf = (path: string): string =>
  path.startsWith('docs/guide/')
    ? path.slice('docs/guide/'.length)
    : `en/developers/${path
        .replace(/^docs\//, '')
        .replace(/README\.md$/, 'index.md')
        .toLowerCase()}`

const group = (title: string, paths: string[], collapsed = false): DeveloperGroup => ({
  title,
  collapsed,
  pages: paths.map((path) => ({ path, page: pageOf(path) })),
})

const below = (folder: string): string[] =>
  globSync(`docs/${folder}/*.md`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()

const docs = (...names: string[]): string[] => names.map((name) => `docs/${name}.md`)

/** The developer's guide: its own chapters, and the documents of the repository as they are. */
export const developerGroups = (): DeveloperGroup[] => [
  group('Developers', ['docs/guide/en/developers/index.md', ...docs('ARCHITECTURE', 'GLOSSARY')]),
  group('Connecting to it', [
    ...docs('api', 'vehicle-protocol'),
    ...['vehicle-clients', 'drivers', 'providers'].map((name) => `docs/guide/en/developers/${name}.md`),
    ...docs('custom-reports', 'online-forms'),
  ]),
  group('How it works', [
    ...docs('money', 'figures', 'members', 'floor', 'goods', 'guests', 'member-page', 'counter', 'offline'),
    ...docs('live-venue', 'access', 'platform', 'performance', 'bench'),
  ]),
  group('Running it', [
    ...docs('settings', 'deployment', 'backups', 'devices', 'cluster', 'copies', 'scale', 'citus', 'not-shown'),
    'CHANGELOG.md',
  ]),
  group('Recipes', below('recipes'), true),
  group(
    'Decisions',
    ['docs/decisions/README.md', ...below('decisions').filter((path) => !path.endsWith('README.md'))],
    true,
  ),
  group('Requirements', below('reference'), true),
]
