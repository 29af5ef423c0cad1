import { apiBase, readServerAddress, serverAddress, socketUrl } from '#renderer/core/addresses/server-address.ts'
import { client } from '#renderer/core/client.ts'
import { createEmitter, createLive } from '#renderer/core/emitter.ts'
import { lazyTransport, setTransport } from '#renderer/core/http/http-transport.ts'
import { refusals } from '#renderer/core/http/refusals.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { createRealtime } from '#renderer/core/realtime.ts'
import { isSignedIn, useSession } from '#renderer/core/session.ts'
import { listenForWedge } from '#renderer/core/wedge/wedge-listener.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import { classifyScan, noReads, scanOfRead } from '#shared/features/scans/index.ts'
import type { ConnectionState } from '#shared/ipc/contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { Platform } from './platform.ts'
import { chargeOnce, sellOnce, startOnce } from './start-once.ts'
import { createWebSession, currentToken } from './web-session.ts'

/** The platform of a plain browser: everything over HTTP, no devices, nothing without the server. */
export async function createPlatform(): Promise<Platform> {
  setTransport(
    lazyTransport(async () => {
      const { browserTransport } = await import('#renderer/core/http/browser-transport.ts')
      return browserTransport(apiBase, currentToken)
    }),
  )
  await readServerAddress()
  const connection = createLive<ConnectionState>({
    online: navigator.onLine,
    serverUrl: serverAddress.get(),
    since: new Date().toISOString(),
    snapshotAt: null,
    waiting: 0,
    refused: 0,
    enrolled: true,
    clockBehind: 0,
    hub: { role: 'off', hub: '', members: 0, passesOn: false, problem: 'none', addresses: [] },
    storageProblem: null,
  })
  const setOnline = (online: boolean) => {
    const state = connection.get()
    if (state.online !== online) connection.set({ ...state, online, since: new Date().toISOString() })
  }
  addEventListener('online', () => realtime.restart())
  addEventListener('offline', () => setOnline(false))

  const catalogueChanges = createEmitter<void>()
  const realtime = createRealtime({
    address: () => {
      const { session } = useSession.getState()
      const token = currentToken()
      if (!session || token === null) return null
      return { url: socketUrl(`/websocket/${session.userInfo.id}`), token }
    },
    opened: (open) => {
      setOnline(open)
      // Pushes sent while the connection was down are lost.
      if (open) catalogueChanges.emit()
    },
    // Make a call now, which reports the end of the sign-in, so that nobody goes on typing into an ended session.
    ended: () => void client.account.profile().catch(() => undefined),
  })
  realtime.pushes.on(({ topic }) => {
    if (topic === 'vehicles' || topic === 'snapshot' || topic === 'playRecords') catalogueChanges.emit()
  })
  refusals.on(() => setOnline(true))

  return {
    kind: 'web',
    session: createWebSession(() => realtime.restart()),
    connection,
    members: {
      find: async ({ card, id }) => {
        const { result } = await client.members.searchMemberById({ query: { idCard: card, id } })
        return { member: result, cachedAt: null }
      },
      search: async (keyword) => {
        const isPhoneEnd = keyword.startsWith('%')
        const query = isPhoneEnd
          ? { phone: keyword, pageSize: 6 }
          : ({ keyword, visitors: 'YES', pageSize: 6 } as const)
        return (await client.members.search({ query })).result.records
      },
    },
    cashiers: {
      list: async () => (await client.consume.listCashiers({ query: { pageSize: MAX_PICKED_ROWS } })).result.records,
      check: async (cashierId, password) =>
        (await client.consume.checkCashier({ body: { cashierId, password } })).result,
      // A badge's number is no secret: the server accepts it only from an enrolled terminal.
      checkBadge: async () => false,
    },
    catalogue: { read: readCatalogue, onChange: catalogueChanges.on },
    start: startOnce(async (body, key) => {
      const printId = storedPrintId()
      return (await client.playBeforePay.add({ body: { ...body, printId }, key })).result
    }),
    charge: chargeOnce(
      async (body, key) => (await client.consume.add({ body: { ...body, printId: storedPrintId() }, key })).result,
    ),
    sell: sellOnce(async (body, key) => (await client.productSales.add({ body, key })).result),
    recent: null,
    reprint: async (orderId) =>
      (await client.consume.reprintTicket({ query: { id: orderId, printId: storedPrintId() } })).result,
    onScan: listenToWedge(),
    onPush: realtime.pushes.on,
    devices: null,
    customerDisplay: null,
    guestScreen: null,
    prints: null,
    sync: null,
    settings: null,
    lock: null,
    program: null,
    offlineQueue: null,
    hasFloor: true,
    deferredShifts: null,
    drafts: null,
  }
}

async function readCatalogue(): ReturnType<Platform['catalogue']['read']> {
  const [depart, rules, vehicles] = await Promise.all([
    client.consume.getDepartInfo(),
    client.consumeRules.listActive({ query: { pageSize: MAX_PICKED_ROWS } }),
    client.vehicles.listOfStore({ query: { pageSize: MAX_PICKED_ROWS } }),
  ])
  const { apps, endTime: _, ...store } = depart.result
  return {
    takenAt: new Date().toISOString(),
    // A browser makes no offline sales, and its badge scans are not accepted.
    store: {
      ...store,
      apps: apps.split(','),
      cashierByBadge: 'NO',
      // There are no offline sales here; the server checks this.
      cashNeedsShift: 'NO',
      offlineMemberCap: 0,
      offlineTerminalCap: 0,
    },
    rules: rules.result.records,
    vehicles: vehicles.result.records,
  }
}

/** Reads keyboard readers, which also work in a browser. */
function listenToWedge(): Platform['onScan'] {
  const scans = createEmitter<Scan>()
  let reads = noReads
  listenForWedge(
    window,
    (text) => {
      const { kind, value } = classifyScan({ value: text, source: 'wedge' })
      const read = scanOfRead(reads, { kind, value, source: 'wedge' }, Date.now())
      reads = read.reads
      if (read.scan) scans.emit(read.scan)
    },
    isSignedIn,
  )
  return scans.on
}
