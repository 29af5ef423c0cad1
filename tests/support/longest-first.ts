import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first: begun last, one of them would run alone while a core has nothing to do. */
const LONGEST = [
  'contract/hostile',
  'contract/hostile-queries',
  'e2e/accessibility',
  'db/embedded',
  'e2e/sign-in',
  'e2e/shell',
  'terminal/kill',
  'contract/texts',
  'contract/foreign-ids',
  'terminal/real-server',
  'e2e/offline',
  'e2e/deduct',
  'e2e/start',
  'contract/killed-floor',
  'contract/killed-midway',
  'contract/writes',
  'contract/outage',
  'db/migrate',
]

/** Longest first, the others as Vitest puts them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.includes(`/${name}`))
      return index < 0 ? LONGEST.length : index
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
