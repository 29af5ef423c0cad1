import { readDeploymentOf } from '#renderer/core/addresses/deployment.ts'
import { serverAddress } from '#renderer/core/addresses/server-address.ts'
import { client } from '#renderer/core/client.ts'
import { createEmitter, createLive } from '#renderer/core/emitter.ts'
import { type Exchange, setTransport } from '#renderer/core/http/http-transport.ts'
import { createIpcClient } from '#renderer/core/http/ipc-client.ts'
import { refusals } from '#renderer/core/http/refusals.ts'
import { counterKeys } from '#renderer/core/keyboard/counter-keys.ts'
import { isSignedIn, type Session, useSession } from '#renderer/core/session.ts'
import { muted } from '#renderer/core/sounds.ts'
import { listenForWedge } from '#renderer/core/wedge/wedge-listener.ts'
import { AppError, ServerError } from '#shared/core/errors.ts'
import type { IpcBridge, IpcClient } from '#shared/core/ipc.ts'
import { papersOf } from '#shared/features/sessions/charge-papers.calc.ts'
import {
  type ConnectionState,
  type DevicesState,
  type IpcContract,
  ipc,
  type TerminalSettings,
} from '#shared/ipc/contract.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'
import type { Platform, SessionPort } from './platform.ts'
import { chargeOnce, sellOnce } from './start-once.ts'
import { createProgramPorts } from './terminal-program.ts'

declare global {
  interface Window {
    /** Set by the terminal's preload script; absent in a browser. */
    pitlane?: IpcBridge
  }
}

type Desktop = IpcClient<IpcContract>

/** The platform of the desktop terminal: main provides devices, outbox, snapshot and member cache. */
export async function createPlatform(): Promise<Platform> {
  if (!window.pitlane) throw new Error('the terminal bridge is missing')
  const desktop = createIpcClient(window.pitlane, ipc)

  setTransport((exchange) => sendByMain(desktop, exchange))
  const connection = createLive<ConnectionState>(await desktop.connection.state({}))
  let deploymentOf = ''
  const applyConnection = (state: ConnectionState) => {
    connection.set(state)
    serverAddress.set(state.serverUrl)
    if (!state.online || deploymentOf === state.serverUrl) return
    deploymentOf = state.serverUrl
    void readDeploymentOf(state.serverUrl)
  }
  applyConnection(connection.get())
  desktop.connection.on('changed', applyConnection)

  const devices = createLive<DevicesState | null>(null)
  desktop.devices.on('changed', devices.set)
  void desktop.devices.state({}).then(devices.set)

  const settings = createLive<TerminalSettings | null>(null)
  const applySettings = (value: TerminalSettings) => {
    settings.set(value)
    muted.set(value.muted)
    counterKeys.set(value.station.keys)
  }
  desktop.settings.on('changed', applySettings)
  applySettings(await desktop.settings.read({}))

  const pushes = createEmitter<{ cmd: string; topic: string }>()
  desktop.connection.on('pushed', pushes.emit)

  // Main interprets the scans of all readers.
  const readsHex = () => settings.get()?.keyboard.format === 'hex'
  listenForWedge(window, (value) => void desktop.scans.submit({ value, source: 'wedge' }), isSignedIn, readsHex)

  return {
    kind: 'terminal',
    session: createTerminalSession(desktop),
    connection,
    members: {
      find: (by) => desktop.members.find(by),
      search: (keyword) => desktop.members.search({ keyword }),
    },
    cashiers: {
      list: async () => (await desktop.catalogue.read({}))?.cashiers ?? [],
      check: (cashierId, password) => desktop.cashiers.check({ cashierId, password, badge: '' }),
      checkBadge: (cashierId, badge) => desktop.cashiers.check({ cashierId, password: '', badge }),
    },
    catalogue: {
      read: () => desktop.catalogue.read({}),
      onChange: (listener) => desktop.catalogue.on('changed', () => listener()),
    },
    start: (fields, id, password) => desktop.starts.start({ ...fields, id, password }),
    charge: chargeOnce(async (body, key) => {
      const { terminalId } = await desktop.app.info({})
      const printId = settings.get()?.printId ?? ''
      const { result } = await client.consume.add({ body: { ...body, printId, terminalId }, key })
      // Do not wait for the paper. If main cannot take it, the server's print job prints it.
      void desktop.prints.printCharge({ key, papers: papersOf(result) }).catch(() => undefined)
      return result
    }),
    sell: sellOnce(async (body, key) => {
      const { terminalId } = await desktop.app.info({})
      return (await client.productSales.add({ body: { ...body, terminalId }, key })).result
    }),
    recent: () => desktop.starts.recent({}),
    reprint: (orderId) => desktop.prints.reprint({ orderId }),
    onScan: (listener) => desktop.scans.on('scanned', listener),
    onPush: pushes.on,
    devices: {
      state: devices,
      findReaders: () => desktop.devices.findReaders({}),
      findPrinters: () => desktop.devices.findPrinters({}),
      learnReader: (reader) => desktop.devices.learnReader(reader),
      stopLearning: async () => {
        await desktop.devices.stopLearning({})
      },
      onLearnSwipe: (listener) => desktop.devices.on('learnSwiped', ({ swipes }) => listener(swipes)),
      testPrint: () => desktop.devices.testPrint({}),
      openDrawer: (cause) => desktop.devices.openDrawer({ cause }),
      openDrawerByHand: (reason) => desktop.devices.openDrawerByHand({ reason }),
    },
    customerDisplay: async (view) => {
      await desktop.customerDisplay.show(view)
    },
    guestScreen: async (view) => {
      await desktop.customerDisplay.showGuests(view)
    },
    prints: {
      list: () => desktop.prints.list({}),
      retry: async () => {
        await desktop.prints.retry({})
      },
      paper: (jobId) => desktop.prints.paper({ jobId }),
      cancel: (jobId) => desktop.prints.cancel({ jobId }),
      reprint: (orderId) => desktop.prints.reprint({ orderId }),
      resolve: async (jobId, as) => {
        await desktop.prints.resolve({ jobId, as })
      },
      onChange: (listener) => desktop.prints.on('changed', listener),
    },
    sync: {
      list: () => desktop.starts.list({}),
      unsent: () => desktop.starts.unsent({}),
      retry: (id) => desktop.starts.retry({ id }),
      dismiss: (id, remark) => desktop.starts.dismiss({ id, remark }),
      onChange: (listener) => desktop.starts.on('changed', () => listener()),
    },
    hasFloor: true,
    offlineQueue: {
      list: () => desktop.offlineQueue.list({}),
      join: (fields, id) => desktop.offlineQueue.join({ ...fields, id }),
      take: (id) => desktop.offlineQueue.take({ id }),
      call: (id) => desktop.offlineQueue.call({ id }),
      restore: (id) => desktop.offlineQueue.restore({ id }),
      rename: (id, racer) => desktop.offlineQueue.rename({ id, racer }),
      cancel: async (id) => {
        await desktop.offlineQueue.cancel({ id })
      },
      settle: async (id) => {
        await desktop.offlineQueue.settle({ id })
      },
      onChange: (listener) => desktop.offlineQueue.on('changed', () => listener()),
    },
    deferredShifts: {
      here: () => desktop.shifts.here({}),
      act: (act) => desktop.shifts.act(act),
      list: () => desktop.shifts.list({}),
      retry: (id) => desktop.shifts.retry({ id }),
      dismiss: (id, remark) => desktop.shifts.dismiss({ id, remark }),
      onChange: (listener) => desktop.shifts.on('changed', () => listener()),
    },
    settings: {
      state: settings,
      write: async (value) => {
        const written = await desktop.settings.write(value)
        applySettings(written)
        return written
      },
      info: () => desktop.app.info({}),
      enrolment: { state: () => desktop.enrolment.state({}), enrol: () => desktop.enrolment.enrol({}) },
    },
    ...(await createProgramPorts(desktop)),
  }
}

/** Sends requests through main, which holds the token and the signing key; the page has neither. */
const sendByMain = async (desktop: Desktop, { body, ...exchange }: Exchange): Promise<ExchangeAnswer> =>
  desktop.server.ask({ ...exchange, ...(await sentBody(body)) })

/** Encodes a form for the bridge as the bytes that a browser would send. */
async function sentBody(body: Exchange['body']) {
  if (body === undefined) return {}
  if (typeof body === 'string') return { type: 'application/json', body }
  const form = new Response(body)
  return { type: form.headers.get('content-type') ?? '', body: new Uint8Array(await form.arrayBuffer()) }
}

function createTerminalSession(desktop: Desktop): SessionPort {
  const apply = <S extends Session | null>(session: S): S => {
    useSession.getState().set(session)
    return session
  }
  const withRights = async (session: Session): Promise<Session> => {
    if (session.permissions || session.offline || session.mustChooseStore) return session
    // If they cannot be loaded now, they are requested again as at every start.
    const rights = await client.signIn.permissions().catch(() => null)
    return { ...session, permissions: rights?.result ?? null }
  }
  let isLeaving = false
  let isReturning = false
  desktop.session.on('changed', (next) => {
    const { session } = useSession.getState()
    if (isReturning) return
    if (next || isLeaving || !session || session.mustChooseStore) return void apply(next)
    // The server ended the sign-in: notify the cashier before the counter disappears (spec §8).
    refusals.emit(new ServerError('auth.tokenInvalid', {}, '', '', 500))
  })
  return {
    restore: async () => apply(await desktop.session.current({})),
    signIn: async (account) => apply(await desktop.session.signIn(account)),
    signInByPhone: async (mobile, captcha) => apply(await desktop.session.signInByPhone({ mobile, captcha })),
    signInByCas: null,
    selectStore: async (orgCode) => apply(await desktop.session.selectStore({ orgCode })),
    signInAgain: async (account) => {
      const orgCode = useSession.getState().session?.userInfo.orgCode ?? ''
      // Publish the session only once the store is selected and the permissions are loaded. Without a store no screen may be shown, and
      // without permissions the screen would be unmounted, losing its selection and the keys pressed meanwhile.
      isReturning = true
      try {
        const session = await desktop.session.signIn(account)
        const isKnown = session.departs.some((store) => store.orgCode === orgCode)
        const needsStore = session.mustChooseStore && isKnown
        return apply(await withRights(needsStore ? await desktop.session.selectStore({ orgCode }) : session))
      } finally {
        isReturning = false
      }
    },
    loadPermissions: async () => {
      const session = await desktop.session.current({})
      if (!session) throw new AppError('auth.tokenMissing')
      if (session.permissions) return apply(session)
      const { result } = await client.signIn.permissions()
      return apply({ ...session, permissions: result })
    },
    signOut: async () => {
      isLeaving = true
      try {
        await desktop.session.signOut({})
        apply(null)
      } finally {
        isLeaving = false
      }
    },
  }
}
