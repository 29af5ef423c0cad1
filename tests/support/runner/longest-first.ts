import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, the slowest first: one of them started last would run alone while other cores are idle. */
const LONGEST = [
  'contract/writes',
  'contract/hostile-queries',
  'contract/hostile',
  'contract/outage',
  'terminal/real-server',
  'contract/foreign-ids',
  'db/embedded',
  'server/main',
  'terminal/kill',
  'contract/data-rules',
  'contract/texts',
  'payments/providers',
  'contract/killed',
  'contract/spec',
  'contract/foreseen-charges',
  'db/migrate',
  'e2e/shell',
  'e2e/accessibility',
  'e2e/search',
  'e2e/kiosk',
  'e2e/floor',
  'e2e/offline',
  'e2e/sign-in',
  'e2e/own-account',
  'e2e/deduct',
  'e2e/trouble',
  'e2e/charge',
  'e2e/first-run',
  'e2e/npm-start',
  'e2e/administration',
  'e2e/start',
  'e2e/cashiers',
  'e2e/counter-computer',
  'e2e/rules-and-vehicles',
]

/** A worker that changes from one project to another restarts and loads all modules again: the files of a project stay together. */
const PROJECTS = ['unit', 'oldest-postgres', 'citus', 'arch', 'e2e']

/** Runs the slowest files of each project first, the others in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.includes(`/${name}`))
      return index < 0 ? LONGEST.length : index
    }
    const place = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name)
    return (await super.sort(files)).sort((one, other) => place(one) - place(other) || rank(one) - rank(other))
  }
}
