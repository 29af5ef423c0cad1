import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, the slowest first: one of them started last would run alone while other cores are idle. */
const LONGEST = [
  'contract/hostile',
  'contract/hostile-queries',
  'contract/foreign-ids',
  'contract/texts',
  'contract/killed-bookings',
  'terminal/real-server',
  'contract/writes',
  'db/embedded',
  'server/main',
  'terminal/kill',
  'contract/killed-floor',
  'contract/killed-midway',
  'contract/outage',
  'db/migrate',
  'e2e/shell',
  'e2e/accessibility',
  'e2e/offline',
  'e2e/sign-in',
  'e2e/floor',
  'e2e/own-account',
  'e2e/deduct',
  'e2e/charge',
  'e2e/trouble',
  'e2e/shifts',
  'e2e/cashiers',
  'e2e/start',
]

/** Runs the slowest files first, the others in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.includes(`/${name}`))
      return index < 0 ? LONGEST.length : index
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
