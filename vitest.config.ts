import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/runner/longest-first.ts'
import { filesNotToday } from './tests/support/runner/rotation.ts'

// Servers, terminals and workers of a run compile the same modules; a killed process reads what others have left.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compile')

// For two cores: a fifth of a worker's time is spent waiting for timers, answers and other programs. A journey runs three programs
// of its own, and more of them at once only take longer each.
const maxWorkers = 3
const maxJourneys = 2

// A developer sees each failure at once; a machine that others use as well may try again, and the run's summary tells of it.
const secondTryInCi = process.env.CI ? 1 : 0

const notToday = filesNotToday()

export default defineConfig({
  test: {
    maxWorkers,
    // Files share the modules that they import, as the parts of one program do: loading all of them for each file took a third of the time.
    isolate: false,
    // Waits on databases, ports and browsers end by a condition; these only end a hang, on however slow a machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 30 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'arch', include: ['tests/arch/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/{arch,citus,e2e}/**', ...notToday],
          globalSetup: ['tests/support/postgres/postgres.setup.ts', 'tests/support/runner/sample.setup.ts'],
          retry: secondTryInCi,
        },
      },
      {
        extends: true,
        test: {
          name: 'oldest-postgres',
          // What statements and functions do, again on the oldest PostgreSQL that the server takes; `npm run test:all` runs it.
          include: [
            'src/server/db/{database,migrate}.test.ts',
            'src/server/features/sessions/**/{*.routes,charge-batch,charge-refusals,settle-held}.test.ts',
            'src/server/features/recharge/{single-statement-recharge,recharge-batch,validity.routes}.test.ts',
            'src/server/features/{queue/queue,reservations/arrival,statistics/figures,photos/racer-photos}.routes.test.ts',
            'src/server/core/{lists/list,http/idempotency}.test.ts',
            'src/server/features/{coupons,gifts,products,kiosks}/*.routes.test.ts',
            'src/server/features/{events,promoters,member-page,guest-messages,reconciliation}/*.routes.test.ts',
            'src/server/features/{access-tokens,data-sources,fill-rules,monitors,online-forms,webhooks}/*.test.ts',
            'src/server/features/payments/phone-payments.routes.test.ts',
            'src/server/features/custom-reports/{sql-reports.test,custom-reports.routes.test}.ts',
            'src/server/features/audit/*.test.ts',
            'src/server/features/system/demo-records.routes.test.ts',
            'src/server/features/search/search.routes.test.ts',
            'tests/contract/row-security.test.ts',
            'tests/upgrade/*.test.ts',
          ],
          globalSetup: ['tests/support/postgres/oldest-postgres.setup.ts', 'tests/support/runner/sample.setup.ts'],
          retry: secondTryInCi,
        },
      },
      // What Citus does with our tables and statements, where its extension is installed; `npm run test:all` runs it.
      { extends: true, test: { name: 'citus', include: ['tests/citus/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: notToday,
          globalSetup: ['tests/e2e/support/demo-data.setup.ts', 'tests/support/runner/sample.setup.ts'],
          testTimeout: 300_000,
          maxWorkers: maxJourneys,
          // A journey leans on a browser, a server and a machine that others use. What passed only then is told by the run's summary.
          retry: 1,
          // After the others: a journey runs a server, a database and a browser, and wants the machine to itself.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
