import { changedFiles, seedOfRun, takesAll } from './sampling.ts'

interface Rotating {
  /** How long it takes in `npm test` on two idle cores; roughly, so that days can be dealt alike. */
  seconds: number
  /** The folders that it is about. */
  about: readonly string[]
}

/**
 * Test files that take long because they run several programs, restart or kill them, or walk through screens that route tests cover as
 * well. `npm test` runs those of one day in fourteen, and some of those whose folders have changed.
 */
export const ROTATING: Readonly<Record<string, Rotating>> = {
  'src/server/core/draining.test.ts': {
    seconds: 21,
    about: ['src/server/core/', 'src/server/features/system/', 'src/main/features/connection/'],
  },
  'src/server/db/embedded.test.ts': { seconds: 12, about: ['src/server/db/'] },
  'src/server/db/migrate.test.ts': { seconds: 26, about: ['src/server/db/'] },
  'src/server/db/seed/demo.test.ts': { seconds: 16, about: ['src/server/db/seed/'] },
  'src/server/features/backups/backups.test.ts': { seconds: 38, about: ['src/server/features/backups/'] },
  'src/server/features/gateway/emergency/emergency-kill.test.ts': {
    seconds: 12,
    about: ['src/server/features/gateway/'],
  },
  'src/server/features/gateway/gateway.broker.test.ts': { seconds: 20, about: ['src/server/features/gateway/'] },
  'src/server/features/payments/payments-kill.test.ts': { seconds: 26, about: ['src/server/features/payments/'] },
  'src/server/main.test.ts': { seconds: 45, about: ['src/server/db/', 'src/server/core/'] },
  'tests/cluster/failover.test.ts': { seconds: 6, about: ['tests/cluster/', 'deploy/', 'src/server/db/'] },
  'tests/contract/killed/killed-between-ends.test.ts': {
    seconds: 22,
    about: [
      'src/server/features/payments/',
      'src/server/features/refunds/',
      'src/server/features/queue/',
      'src/server/features/recharge/',
      'src/server/features/kiosks/',
    ],
  },
  'tests/contract/killed/killed-bookings.test.ts': { seconds: 7, about: ['src/server/features/reservations/'] },
  'tests/contract/killed/killed-counter.test.ts': {
    seconds: 20,
    about: ['src/server/features/sessions/', 'src/server/features/shifts/'],
  },
  'tests/contract/killed/killed-coupons.test.ts': { seconds: 7, about: ['src/server/features/coupons/'] },
  'tests/contract/killed/killed-floor.test.ts': {
    seconds: 5,
    about: ['src/server/features/dispatch/', 'src/server/features/gateway/'],
  },
  'tests/contract/killed/killed-guest-messages.test.ts': {
    seconds: 12,
    about: ['src/server/features/guest-messages/'],
  },
  'tests/contract/killed/killed-kiosk.test.ts': { seconds: 5, about: ['src/server/features/kiosks/'] },
  'tests/contract/killed/killed-records.test.ts': { seconds: 7, about: ['src/server/features/sessions/play-records/'] },
  'tests/contract/million-records.test.ts': {
    seconds: 37,
    about: ['src/server/features/online-forms/', 'src/server/features/custom-reports/', 'src/server/core/limits/'],
  },
  'tests/contract/outage.test.ts': { seconds: 12, about: ['src/server/db/', 'src/server/core/'] },
  'tests/electron-host/shell.test.ts': { seconds: 18, about: ['tests/electron-host/', 'src/main/'] },
  'tests/electron-host/updates.test.ts': { seconds: 18, about: ['src/main/features/updates/', 'src/main/core/'] },
  'tests/scripted-day/scripted-day.test.ts': {
    seconds: 10,
    about: ['tests/scripted-day/', 'src/server/features/reconciliation/'],
  },
  'tests/terminal/hub-trouble.test.ts': { seconds: 64, about: ['src/main/features/hub/'] },
  'tests/terminal/hub.test.ts': { seconds: 34, about: ['src/main/features/hub/'] },
  'tests/terminal/kill.test.ts': { seconds: 33, about: ['src/main/features/outbox/', 'src/main/features/sync/'] },
  'tests/terminal/lost-answers.test.ts': {
    seconds: 16,
    about: ['src/main/features/outbox/', 'src/main/features/sync/'],
  },
  'tests/terminal/offline-queue-charged.test.ts': { seconds: 8, about: ['src/main/features/offline-queue/'] },
  'tests/terminal/offline-queue-cluster.test.ts': {
    seconds: 31,
    about: ['src/main/features/offline-queue/', 'src/main/features/hub/'],
  },
  'tests/terminal/offline-queue-killed.test.ts': { seconds: 14, about: ['src/main/features/offline-queue/'] },
  'tests/terminal/offline-queue-transfer.test.ts': {
    seconds: 48,
    about: ['src/main/features/offline-queue/', 'src/main/features/hub/'],
  },
  'tests/terminal/real-server.test.ts': {
    seconds: 27,
    about: ['src/main/features/outbox/', 'src/main/features/sync/'],
  },
  'tests/terminal/shifts.test.ts': { seconds: 20, about: ['src/main/features/shifts/', 'src/server/features/shifts/'] },
  'tests/upgrade/plain-owner.test.ts': { seconds: 7, about: ['src/server/db/'] },
  'tests/upgrade/restore-older.test.ts': { seconds: 4, about: ['src/server/db/', 'src/server/features/backups/'] },
  'tests/e2e/accessibility-of-pages.test.ts': { seconds: 38, about: ['src/renderer/ui/', 'src/renderer/app/'] },
  'tests/e2e/accessibility.test.ts': { seconds: 62, about: ['src/renderer/ui/', 'src/renderer/app/'] },
  'tests/e2e/administration.test.ts': {
    seconds: 29,
    about: ['src/renderer/features/access/', 'src/renderer/features/system/'],
  },
  'tests/e2e/api-for-others.test.ts': {
    seconds: 19,
    about: ['src/renderer/features/access-tokens/', 'src/renderer/features/webhooks/'],
  },
  'tests/e2e/cart.test.ts': {
    seconds: 29,
    about: ['src/renderer/features/products/', 'src/renderer/features/paying/', 'src/server/features/products/'],
  },
  'tests/e2e/cashiers.test.ts': {
    seconds: 33,
    about: ['src/renderer/features/cashiers/', 'src/server/features/terminals/'],
  },
  'tests/e2e/cloakroom.test.ts': {
    seconds: 16,
    about: ['src/renderer/features/cloakroom/', 'src/renderer/features/paying/', 'src/server/features/cloakroom/'],
  },
  'tests/e2e/coins.test.ts': {
    seconds: 15,
    about: ['src/renderer/features/coins/', 'src/renderer/features/paying/', 'src/server/features/coins/'],
  },
  'tests/e2e/counter-computer.test.ts': {
    seconds: 34,
    about: ['src/renderer/features/terminals/', 'src/renderer/features/settings/'],
  },
  'tests/e2e/counter-keys.test.ts': { seconds: 23, about: ['src/renderer/features/counter/'] },
  'tests/e2e/counter-records.test.ts': { seconds: 18, about: ['src/renderer/features/play-records/'] },
  'tests/e2e/covered-stores.test.ts': { seconds: 11, about: ['src/renderer/features/stores/'] },
  'tests/e2e/custom-reports.test.ts': { seconds: 18, about: ['src/renderer/features/custom-reports/'] },
  'tests/e2e/deduct.test.ts': {
    seconds: 47,
    about: ['src/renderer/features/play-records/', 'src/renderer/features/paying/'],
  },
  'tests/e2e/drawer-without-server.test.ts': {
    seconds: 32,
    about: ['src/renderer/features/shifts/', 'src/main/features/shifts/'],
  },
  'tests/e2e/events.test.ts': { seconds: 14, about: ['src/renderer/features/events/', 'src/server/features/events/'] },
  'tests/e2e/exchange.test.ts': {
    seconds: 13,
    about: ['src/renderer/features/exchange/', 'src/server/features/exchange/'],
  },
  'tests/e2e/faces.test.ts': { seconds: 41, about: ['src/renderer/features/faces/', 'src/server/features/faces/'] },
  'tests/e2e/first-run.test.ts': { seconds: 46, about: ['src/renderer/features/settings/', 'scripts/'] },
  'tests/e2e/floor.test.ts': {
    seconds: 38,
    about: [
      'src/renderer/features/dispatch/',
      'src/server/features/dispatch/',
      'src/renderer/features/gateway/',
      'src/renderer/features/reservations/',
    ],
  },
  'tests/e2e/guide.test.ts': { seconds: 18, about: ['docs/guide/'] },
  'tests/e2e/help.test.ts': { seconds: 36, about: ['src/renderer/app/help-panel/', 'src/shared/help/'] },
  'tests/e2e/kiosk.test.ts': { seconds: 45, about: ['src/renderer/features/kiosks/', 'src/server/features/kiosks/'] },
  'tests/e2e/member-events.test.ts': {
    seconds: 9,
    about: ['src/member/features/events/', 'src/server/features/events/'],
  },
  'tests/e2e/member-page.test.ts': { seconds: 17, about: ['src/member/', 'src/server/features/member-page/'] },
  'tests/e2e/members-at-the-counter.test.ts': { seconds: 30, about: ['src/renderer/features/members/'] },
  'tests/e2e/message-templates.test.ts': {
    seconds: 23,
    about: ['src/renderer/features/messages/', 'src/server/features/messages/'],
  },
  'tests/e2e/new-terminal.test.ts': {
    seconds: 15,
    about: ['src/renderer/features/terminals/', 'src/main/features/identity/'],
  },
  'tests/e2e/npm-start.test.ts': { seconds: 35, about: ['scripts/'] },
  'tests/e2e/offline-queue-of-two-counters.test.ts': {
    seconds: 23,
    about: ['src/main/features/offline-queue/', 'src/main/features/hub/'],
  },
  'tests/e2e/offline-queue.test.ts': {
    seconds: 19,
    about: ['src/main/features/offline-queue/', 'src/renderer/features/queue/'],
  },
  'tests/e2e/offline.test.ts': { seconds: 75, about: ['src/main/', 'src/renderer/features/sync/'] },
  'tests/e2e/online-forms.test.ts': {
    seconds: 19,
    about: ['src/renderer/features/online-forms/', 'src/server/features/online-forms/'],
  },
  'tests/e2e/own-account.test.ts': { seconds: 50, about: ['src/renderer/app/account/'] },
  'tests/e2e/packaging.test.ts': { seconds: 12, about: ['scripts/', 'native/'] },
  'tests/e2e/phone-payments.test.ts': {
    seconds: 17,
    about: ['src/member/features/shop/', 'src/server/features/payments/'],
  },
  'tests/e2e/pickers.test.ts': { seconds: 17, about: ['src/renderer/ui/'] },
  // Whether the pictures of the guide show what the screens show.
  'tests/e2e/pictures.test.ts': { seconds: 73, about: ['src/renderer/', 'src/shared/i18n/', 'docs/guide/'] },
  'tests/e2e/platform-screens.test.ts': {
    seconds: 26,
    about: [
      'src/renderer/features/monitors/',
      'src/renderer/features/data-sources/',
      'src/renderer/features/fill-rules/',
    ],
  },
  'tests/e2e/print-layouts.test.ts': {
    seconds: 8,
    about: ['src/renderer/features/printing/', 'src/server/features/printing/'],
  },
  'tests/e2e/rules-and-vehicles.test.ts': {
    seconds: 28,
    about: ['src/renderer/features/rules/', 'src/renderer/features/vehicles/'],
  },
  'tests/e2e/search.test.ts': { seconds: 53, about: ['src/renderer/app/palette/', 'src/server/features/search/'] },
  'tests/e2e/shared-cards.test.ts': {
    seconds: 13,
    about: ['src/renderer/features/reports/', 'src/server/features/reports/'],
  },
  'tests/e2e/shell.test.ts': { seconds: 67, about: ['src/renderer/app/'] },
  'tests/e2e/shifts.test.ts': { seconds: 24, about: ['src/renderer/features/shifts/', 'src/server/features/shifts/'] },
  'tests/e2e/sign-in.test.ts': {
    seconds: 53,
    about: ['src/renderer/features/sign-in/', 'src/server/features/sign-in/'],
  },
  'tests/e2e/stock-take.test.ts': {
    seconds: 13,
    about: ['src/renderer/features/stock/', 'src/server/features/stock/'],
  },
  'tests/e2e/swipe.test.ts': {
    seconds: 25,
    about: ['src/main/features/card-reader/', 'src/renderer/features/members/', 'src/renderer/features/counter/'],
  },
  'tests/e2e/trouble.test.ts': {
    seconds: 53,
    about: ['src/main/features/', 'src/renderer/features/sync/', 'src/renderer/features/printing/'],
  },
  'tests/e2e/typed-ahead.test.ts': { seconds: 29, about: ['src/renderer/features/counter/'] },
  'tests/e2e/users.test.ts': { seconds: 20, about: ['src/renderer/features/access/'] },
}

/** So many days pass until each of them has run. */
const DAYS = 14
/** How long the files take that run because of changed folders; at least one does. If more have some, they take turns by day. */
const CHANGED_SECONDS = 40

const secondsOf = (file: string): number => ROTATING[file]?.seconds ?? 0

/** The files of each day. All days take about the same time: the longest files are dealt first, each to the shortest day. */
function filesByDay(): string[][] {
  const days = Array.from({ length: DAYS }, () => ({ files: [] as string[], seconds: 0 }))
  for (const file of Object.keys(ROTATING).sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const shortest = days.reduce((least, day) => (day.seconds < least.seconds ? day : least))
    shortest.files.push(file)
    shortest.seconds += secondsOf(file)
  }
  return days.map(({ files }) => files)
}

/** The first of some files that fit into so many seconds, beginning with another one each day. */
function inTurn(files: readonly string[], seed: number, seconds: number): string[] {
  const turned = files.map((_, index) => files[(seed + index) % files.length] ?? '')
  let left = seconds
  return turned.filter((file, index) => {
    left -= secondsOf(file)
    return left >= 0 || index === 0
  })
}

/** The rotating files that a complete run leaves out today; none in `npm run test:all` and where files are named. */
export function filesNotToday(): string[] {
  if (!process.env.PITLANE_TEST_ROTATES || takesAll()) return []
  const seed = seedOfRun()
  const today = filesByDay()[seed % DAYS] ?? []
  const left = Object.keys(ROTATING).filter((file) => !today.includes(file))
  const changes = changedFiles()
  const isChanged = (file: string) => ROTATING[file]?.about.some((path) => changes.some((one) => one.startsWith(path)))
  const alsoToday = inTurn(left.filter(isChanged), seed, CHANGED_SECONDS)
  return left.filter((file) => !alsoToday.includes(file))
}
