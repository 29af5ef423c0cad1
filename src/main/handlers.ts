import type { Clock } from '#main/core/clocks/clock.ts'
import type { Events } from '#main/core/events.ts'
import type { Log } from '#main/core/log.ts'
import type { Storage } from '#main/core/storage/storage.ts'
import type { CardReaders, ScanRouter } from '#main/features/card-reader/index.ts'
import type { Cashiers } from '#main/features/cashiers/index.ts'
import type { Connection } from '#main/features/connection/index.ts'
import type { CustomerDisplay } from '#main/features/customer-display/index.ts'
import type { Members } from '#main/features/members/index.ts'
import { openOrders, valueLeft, withLocalUses } from '#main/features/outbox/index.ts'
import { findPrinters } from '#main/features/printer/index.ts'
import type { CurrentUser, Session } from '#main/features/session/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import { createDrawerShifts } from '#main/features/shifts/index.ts'
import { type SnapshotKeeper, withLocalRuns } from '#main/features/snapshot/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { IpcHandlers } from '#shared/core/ipc.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { IpcContract, SyncItem, TerminalSettings } from '#shared/ipc/contract.ts'
import type { Counter } from './counter.ts'
import { createDrawer } from './drawer.ts'
import type { Status } from './status.ts'
import type { TerminalEvents } from './terminal-events.ts'
import type { UserClient } from './user-client.ts'
import type { Workstation } from './workstation.ts'

type Handlers = { [G in keyof IpcContract]: IpcHandlers<IpcContract[G]> }

export interface HandlersDeps {
  user: CurrentUser
  session: Session
  connection: Connection
  calls: Pick<UserClient, 'forward' | 'enrol' | 'isEnrolled' | 'online'>
  clock: Clock
  log: Log
  events: Pick<Events<TerminalEvents>, 'emit'>
  status: Status
  members: Members
  cashiers: Cashiers
  settings: TerminalSettingsStore
  snapshot: SnapshotKeeper
  router: ScanRouter
  readers: CardReaders
  display: CustomerDisplay
  workstation: Workstation
  storage: Storage
  /** Null while the data file cannot be opened. */
  counter(): Counter | null
}

const MAX_RECENT_STARTS = 20
/** How long a charge waits for the upload of earlier shift actions. */
const SHIFT_UPLOAD_TIMEOUT_MS = 5000

/** The IPC handlers for the window. */
export function createHandlers(deps: HandlersDeps): Handlers {
  const { user, session, connection, settings, snapshot, members, events, storage, workstation: station } = deps
  const canAsk = (): boolean => connection.online && user.grant() !== null
  const onSettingsChange = (before: TerminalSettings, now: TerminalSettings): void =>
    events.emit('settingsChanged', { before, now })

  /** The counter. Tries to open the data file; throws `storage.*` where that fails. */
  function counter(): Counter {
    storage.open()
    const ready = deps.counter()
    if (!ready) throw new AppError('storage.failed', { reason: 'closed' })
    return ready
  }

  function settle(id: string, change: (counter: Counter) => boolean): SyncItem {
    const now = counter()
    const changed = storage.write(() => change(now))
    const item = now.outbox.item(id)
    if (!changed || !item) throw new AppError('common.recordNotFound')
    events.emit('outboxChanged', undefined)
    return item
  }

  /**
   * The chosen server gets the passwords of all users, so only a signed-in user may change it. The session ends with that,
   * because the new server must not get its token. Throws `terminals.signInToMove`.
   */
  async function leaveServer(): Promise<void> {
    if (settings.serverUrl() === '') return
    if (!user.session()) throw new AppError('terminals.signInToMove', { field: 'serverUrl' })
    await session.signOut()
  }

  /** Cash that is taken now belongs to the current shift, so deferred shift actions are sent first. */
  async function sendShiftActions(): Promise<void> {
    const now = deps.counter()
    if (!now || now.drawer.counts().waiting === 0 || !canAsk()) return
    const timeout = Promise.withResolvers<void>()
    const cancel = deps.clock.after(SHIFT_UPLOAD_TIMEOUT_MS, timeout.resolve)
    await Promise.race([now.refreshDrawer(), timeout.promise])
    cancel()
  }

  const shifts = createDrawerShifts({
    clock: deps.clock,
    cashiers: deps.cashiers,
    settings: settings.get,
    worker: user.worker,
    snapshot: snapshot.current,
    store: () => counter().drawer,
    write: storage.write,
    canAsk,
    onDone() {
      events.emit('shiftChanged', undefined)
      const now = deps.counter()
      now?.sendDismissals()
      void now?.refreshDrawer()
    },
  })
  const drawer = createDrawer({ ...deps, printer: () => counter().printer })

  return {
    session: {
      signIn: session.signIn,
      signInByPhone: session.signInByPhone,
      selectStore: session.selectStore,
      async signOut() {
        await session.signOut()
        return {}
      },
      current: async () => user.session(),
    },
    connection: { state: async () => deps.status.connection() },
    server: {
      async ask(request) {
        if (request.key) {
          // The call may succeed even if the program ends now: the draft must not appear again.
          station.drafts.keep(null)
          await sendShiftActions()
          deps.counter()?.offlineQueue.beginCharge(request.key)
          deps.counter()?.noteSending(request.key)
        }
        const answer = await deps.calls.forward(request)
        if (request.key) deps.counter()?.offlineQueue.endCharge(request.key)
        return answer
      },
    },
    scans: {
      async submit(scan) {
        deps.router.submit(scan)
        return {}
      },
    },
    devices: {
      state: async () => deps.status.devices(),
      findReaders: () => deps.readers.find(),
      findPrinters: () => findPrinters(),
      learnReader: (settings) => deps.readers.learn(settings, (swipes) => events.emit('learnSwiped', swipes)),
      async stopLearning() {
        deps.readers.stopLearning()
        return {}
      },
      async testPrint() {
        const { outcome, detail } = await counter().printer.testPrint(settings.get().locale)
        return { outcome: outcome ?? 'not-sent', detail }
      },
      openDrawer: ({ cause }) => drawer.open(cause),
      openDrawerByHand: ({ reason }) => drawer.openByHand(reason),
    },
    customerDisplay: {
      async show(view) {
        deps.display.show(view)
        return {}
      },
      async showGuests(view) {
        station.showGuests(view)
        return {}
      },
    },
    prints: {
      list: async () => deps.counter()?.printer.list() ?? [],
      paper: async ({ jobId }) => counter().printer.paper(jobId),
      async retry() {
        counter().printer.wake()
        return {}
      },
      cancel: async ({ jobId }) => counter().cancelPrint(jobId),
      reprint: async ({ orderId }) => counter().reprint(orderId),
      async printCharge(sold) {
        counter().printCharge(sold)
        return {}
      },
      async resolve({ jobId, as }) {
        counter().printer.resolve(jobId, as)
        return {}
      },
    },
    catalogue: {
      async read() {
        const found = snapshot.current()
        if (!found) return null
        const outbox = deps.counter()?.outbox
        const serverReadAt = snapshot.serverReadAt()
        const now = new Date(deps.clock.now())
        return {
          ...found,
          rules: withLocalUses(outbox, found.rules, found.store, serverReadAt, now),
          store: {
            ...found.store,
            // The window prints nothing itself.
            printing: { layouts: {}, logos: [] },
            ...openOrders(outbox, found.store, serverReadAt, now),
            offlineTerminalCap: fromMinor(valueLeft(outbox, found.store)),
          },
          vehicles: withLocalRuns(found.vehicles, deps.counter()?.cluster.localRuns() ?? [], now),
        }
      },
    },
    members,
    cashiers: deps.cashiers,
    shifts,
    starts: {
      start(fields) {
        station.drafts.keep(null)
        return counter().starts.start(fields)
      },
      list: async () => deps.counter()?.outbox.list() ?? [],
      async unsent() {
        const { cash, value } = deps.counter()?.outbox.unsent() ?? { cash: 0, value: 0 }
        return { cash: fromMinor(cash), value: fromMinor(value) }
      },
      async recent() {
        return deps.counter()?.outbox.recent(user.worker().userInfo.orgCode, MAX_RECENT_STARTS) ?? []
      },
      async retry({ id }) {
        const item = settle(id, ({ outbox }) => outbox.retry(id))
        deps.counter()?.sendNow()
        return item
      },
      async dismiss({ id, remark }) {
        const item = settle(id, ({ outbox }) => outbox.dismiss(id, remark))
        deps.counter()?.sendDismissals()
        return item
      },
    },
    offlineQueue: {
      list: async () => deps.counter()?.offlineQueue.list() ?? [],
      join(asked) {
        station.drafts.keep(null)
        return counter().offlineQueue.join(asked)
      },
      take: async ({ id }) => counter().offlineQueue.take(id),
      call: async ({ id }) => counter().offlineQueue.call(id),
      restore: async ({ id }) => counter().offlineQueue.restore(id),
      rename: async ({ id, racer }) => counter().offlineQueue.rename(id, racer),
      async cancel({ id }) {
        await counter().offlineQueue.cancel(id)
        return {}
      },
      async settle({ id }) {
        await counter().offlineQueue.settle(id)
        return {}
      },
    },
    settings: {
      read: async () => settings.get(),
      async write(next) {
        const before = settings.get()
        if (next.serverUrl !== before.serverUrl) await leaveServer()
        const now = settings.write(next)
        onSettingsChange(before, now)
        return now
      },
    },
    enrolment: {
      state: async () => ({ enrolled: deps.calls.isEnrolled() }),
      async enrol() {
        const before = settings.get()
        await deps.calls.enrol(station.info.terminalId, settings)
        // Starts that waited for the enrolment are sent now, and the window is notified.
        onSettingsChange(before, settings.get())
        return { enrolled: deps.calls.isEnrolled() }
      },
    },
    lock: {
      state: async () => station.lock.state(),
      async lock() {
        station.lock.lock()
        return {}
      },
      unlock: (proof) => station.lock.unlock(proof),
      async touch() {
        station.lock.touch()
        return {}
      },
      learnBadge: (badge) => station.lock.learnBadge(badge),
    },
    drafts: {
      read: async () => station.drafts.read(),
      async keep({ draft }) {
        station.drafts.keep(draft)
        return {}
      },
    },
    app: {
      info: async () => station.info,
      diagnose: async () => station.diagnostics.diagnose(),
      supportBundle: () => station.diagnostics.bundle(),
      async answerClose({ close }) {
        station.answerClose(close)
        return {}
      },
    },
  }
}
