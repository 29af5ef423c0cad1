import { changedFiles, indexesOf, seedOfRun, takesAll } from './sampling.ts'

/**
 * Test files that take long because they run several programs, restart or kill them, or walk through screens that route tests cover as
 * well. Each is listed with the folders that it is about. `npm test` runs a seventh of them each day, and up to two of those whose folders
 * have changed.
 */
export const ROTATING: Record<string, string[]> = {
  'src/server/core/draining.test.ts': [
    'src/server/core/',
    'src/server/features/system/',
    'src/main/features/connection/',
  ],
  'src/server/db/embedded.test.ts': ['src/server/db/'],
  'src/server/db/migrate.test.ts': ['src/server/db/'],
  'src/server/db/seed/demo.test.ts': ['src/server/db/seed/'],
  'src/server/features/backups/backups.test.ts': ['src/server/features/backups/'],
  'src/server/features/gateway/emergency/emergency-kill.test.ts': ['src/server/features/gateway/'],
  'src/server/features/gateway/gateway.broker.test.ts': ['src/server/features/gateway/'],
  'src/server/features/payments/payments-kill.test.ts': ['src/server/features/payments/'],
  'src/server/main.test.ts': ['src/server/db/', 'src/server/core/'],
  'tests/cluster/failover.test.ts': ['tests/cluster/', 'deploy/', 'src/server/db/'],
  'tests/contract/killed/killed-between-ends.test.ts': [
    'src/server/features/payments/',
    'src/server/features/refunds/',
    'src/server/features/queue/',
    'src/server/features/recharge/',
    'src/server/features/kiosks/',
  ],
  'tests/contract/killed/killed-guest-messages.test.ts': ['src/server/features/guest-messages/'],
  'tests/contract/million-records.test.ts': [
    'src/server/features/online-forms/',
    'src/server/features/custom-reports/',
    'src/server/core/limits/',
  ],
  'tests/contract/outage.test.ts': ['src/server/db/', 'src/server/core/'],
  'tests/electron-host/shell.test.ts': ['tests/electron-host/', 'src/main/'],
  'tests/electron-host/updates.test.ts': ['src/main/features/updates/', 'src/main/core/'],
  'tests/scripted-day/scripted-day.test.ts': ['tests/scripted-day/', 'src/server/features/reconciliation/'],
  'tests/terminal/hub-trouble.test.ts': ['src/main/features/hub/'],
  'tests/terminal/hub.test.ts': ['src/main/features/hub/'],
  'tests/terminal/kill.test.ts': ['src/main/features/outbox/', 'src/main/features/sync/'],
  'tests/terminal/lost-answers.test.ts': ['src/main/features/outbox/', 'src/main/features/sync/'],
  'tests/terminal/offline-queue-charged.test.ts': ['src/main/features/offline-queue/'],
  'tests/terminal/offline-queue-cluster.test.ts': ['src/main/features/offline-queue/', 'src/main/features/hub/'],
  'tests/terminal/offline-queue-killed.test.ts': ['src/main/features/offline-queue/'],
  'tests/terminal/offline-queue-transfer.test.ts': ['src/main/features/offline-queue/', 'src/main/features/hub/'],
  'tests/terminal/real-server.test.ts': ['src/main/features/outbox/', 'src/main/features/sync/'],
  'tests/terminal/shifts.test.ts': ['src/main/features/shifts/', 'src/server/features/shifts/'],
  'tests/upgrade/plain-owner.test.ts': ['src/server/db/'],
  'tests/upgrade/restore-older.test.ts': ['src/server/db/', 'src/server/features/backups/'],
  'tests/e2e/accessibility-of-pages.test.ts': ['src/renderer/ui/', 'src/renderer/app/'],
  // Whether the pictures of the guide show what the screens show.
  'tests/e2e/pictures.test.ts': ['src/renderer/', 'src/shared/i18n/', 'docs/guide/'],
  'tests/e2e/online-forms.test.ts': ['src/renderer/features/online-forms/', 'src/server/features/online-forms/'],
  'tests/e2e/accessibility.test.ts': ['src/renderer/ui/', 'src/renderer/app/'],
  'tests/e2e/administration.test.ts': ['src/renderer/features/access/', 'src/renderer/features/system/'],
  'tests/e2e/api-for-others.test.ts': ['src/renderer/features/access-tokens/', 'src/renderer/features/webhooks/'],
  'tests/e2e/cart.test.ts': [
    'src/renderer/features/products/',
    'src/renderer/features/paying/',
    'src/server/features/products/',
  ],
  'tests/e2e/cashiers.test.ts': ['src/renderer/features/cashiers/', 'src/server/features/terminals/'],
  'tests/e2e/cloakroom.test.ts': [
    'src/renderer/features/cloakroom/',
    'src/renderer/features/paying/',
    'src/server/features/cloakroom/',
  ],
  'tests/e2e/coins.test.ts': [
    'src/renderer/features/coins/',
    'src/renderer/features/paying/',
    'src/server/features/coins/',
  ],
  'tests/e2e/counter-computer.test.ts': ['src/renderer/features/terminals/', 'src/renderer/features/settings/'],
  'tests/e2e/counter-keys.test.ts': ['src/renderer/features/counter/'],
  'tests/e2e/counter-records.test.ts': ['src/renderer/features/play-records/'],
  'tests/e2e/covered-stores.test.ts': ['src/renderer/features/stores/'],
  'tests/e2e/deduct.test.ts': ['src/renderer/features/play-records/', 'src/renderer/features/paying/'],
  'tests/e2e/drawer-without-server.test.ts': ['src/renderer/features/shifts/', 'src/main/features/shifts/'],
  'tests/e2e/events.test.ts': ['src/renderer/features/events/', 'src/server/features/events/'],
  'tests/e2e/faces.test.ts': ['src/renderer/features/faces/', 'src/server/features/faces/'],
  'tests/e2e/first-run.test.ts': ['src/renderer/features/settings/', 'scripts/'],
  'tests/e2e/floor.test.ts': [
    'src/renderer/features/dispatch/',
    'src/server/features/dispatch/',
    'src/renderer/features/gateway/',
    'src/renderer/features/reservations/',
  ],
  'tests/e2e/help.test.ts': ['src/renderer/app/help-panel/', 'src/shared/help/'],
  'tests/e2e/kiosk.test.ts': ['src/renderer/features/kiosks/', 'src/server/features/kiosks/'],
  'tests/e2e/member-page.test.ts': ['src/member/', 'src/server/features/member-page/'],
  'tests/e2e/members-at-the-counter.test.ts': ['src/renderer/features/members/'],
  'tests/e2e/message-templates.test.ts': ['src/renderer/features/messages/', 'src/server/features/messages/'],
  'tests/e2e/new-terminal.test.ts': ['src/renderer/features/terminals/', 'src/main/features/identity/'],
  'tests/e2e/npm-start.test.ts': ['scripts/'],
  'tests/e2e/offline-queue-of-two-counters.test.ts': ['src/main/features/offline-queue/', 'src/main/features/hub/'],
  'tests/e2e/offline.test.ts': ['src/main/', 'src/renderer/features/sync/'],
  'tests/e2e/own-account.test.ts': ['src/renderer/app/account/'],
  'tests/e2e/packaging.test.ts': ['scripts/', 'native/'],
  'tests/e2e/phone-payments.test.ts': ['src/member/features/shop/', 'src/server/features/payments/'],
  'tests/e2e/platform-screens.test.ts': [
    'src/renderer/features/monitors/',
    'src/renderer/features/data-sources/',
    'src/renderer/features/fill-rules/',
  ],
  'tests/e2e/pickers.test.ts': ['src/renderer/ui/'],
  'tests/e2e/print-layouts.test.ts': ['src/renderer/features/printing/', 'src/server/features/printing/'],
  'tests/e2e/rules-and-vehicles.test.ts': ['src/renderer/features/rules/', 'src/renderer/features/vehicles/'],
  'tests/e2e/search.test.ts': ['src/renderer/app/palette/', 'src/server/features/search/'],
  'tests/e2e/shared-cards.test.ts': ['src/renderer/features/reports/', 'src/server/features/reports/'],
  'tests/e2e/shell.test.ts': ['src/renderer/app/'],
  'tests/e2e/sign-in.test.ts': ['src/renderer/features/sign-in/', 'src/server/features/sign-in/'],
  'tests/e2e/stock-take.test.ts': ['src/renderer/features/stock/', 'src/server/features/stock/'],
  'tests/e2e/swipe.test.ts': [
    'src/main/features/card-reader/',
    'src/renderer/features/members/',
    'src/renderer/features/counter/',
  ],
  'tests/e2e/trouble.test.ts': ['src/main/features/', 'src/renderer/features/sync/', 'src/renderer/features/printing/'],
  'tests/e2e/typed-ahead.test.ts': ['src/renderer/features/counter/'],
  'tests/e2e/users.test.ts': ['src/renderer/features/access/'],
}

/** So many days pass until each of them has run. */
const DAYS = 7
/** How many files run because of changed folders. If more have some, as after a rename everywhere, these take turns too. */
const MAX_CHANGED = 2

/** The rotating files that a complete run leaves out today; none in `npm run test:all` and where files are named. */
export function filesNotToday(): string[] {
  if (!process.env.PITLANE_TEST_ROTATES || takesAll()) return []
  const files = Object.keys(ROTATING)
  const today = indexesOf(files.length, { of: 'files', most: Math.ceil(files.length / DAYS), seed: seedOfRun() })
  const changes = changedFiles()
  const isChanged = (file: string) => ROTATING[file]?.some((folder) => changes.some((one) => one.startsWith(folder)))
  const left = files.filter((_, index) => !today.has(index))
  const changed = left.filter(isChanged)
  const also = indexesOf(changed.length, {
    of: 'changed files',
    most: Math.min(MAX_CHANGED, changed.length),
    seed: seedOfRun(),
  })
  const alsoToday = new Set(changed.filter((_, index) => also.has(index)))
  return left.filter((file) => !alsoToday.has(file))
}
