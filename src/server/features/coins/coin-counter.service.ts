import { performance } from 'node:perf_hooks'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { CoinCommand, Counted, Hopper } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { countCoins, endDueCoins, type OpenOutput, openOutputs, storeMachine } from './coin-outputs.repository.ts'

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** A coin output has been paid, so its machine has to count. */
    coinOutputs: object
  }
}

/** How often open outputs are looked at, and how often a command is sent again that its machine has not reported on. */
const LOOK_MS = 500
const RESEND_MS = 2000
/** Without a notification outputs are read this often, because one may have been lost. */
const READ_MS = 10_000
/** A machine stops this long before its minute is over, so that its last report arrives in time. */
const SPARE_MS = 2000
/** How often the presence of a machine is written that reports nothing new. */
const PRESENCE_MS = 10_000

/** A coin machine that is connected to this copy of the server. */
export interface ConnectedMachine {
  id: string
  orgCode: string
}

/** The connection to coin machines. */
export interface CoinMachines {
  isOnline(id: string): boolean
  sendCommand(id: string, command: CoinCommand): void
  /** Confirms that an output is settled: the machine may forget it. */
  confirm(id: string, output: string): void
  onStatus(listener: (machine: ConnectedMachine, isOnline: boolean) => void): void
  onCounted(listener: (machine: ConnectedMachine, message: Counted) => void): void
  onHopper(listener: (machine: ConnectedMachine, message: Hopper) => void): void
}

export interface CoinCounter {
  close(): Promise<void>
}

/**
 * Sends paid outputs to their machines until these report, stores what they count, and gives back what they have not counted in time.
 * The commands are the rows of `coin_output`, so nothing is lost with a copy of the server.
 */
export function createCoinCounter({ db, clock, bus, realtime, log }: Deps, machines: CoinMachines | null): CoinCounter {
  const sentAt = new Map<string, number>()
  const reported = new Set<string>()
  const presence = new Map<string, { isOnline: boolean; hopper: string; writtenAt: number }>()
  let open: OpenOutput[] = []
  let mustRead = true
  let readAt = 0
  let isClosed = false
  let isLooking = false
  /** One after the other, so that reports of a machine are stored in their order. */
  let work: Promise<unknown> = Promise.resolve()

  const inOrder = (name: string, step: () => Promise<void>): void => {
    work = work.then(() => (isClosed ? undefined : step())).catch((error: unknown) => log.warn({ err: error }, name))
  }

  const publish = (orgCode: string): Promise<void> => realtime.publish({ topic: 'coinOutputs', orgCode })

  const read = async (): Promise<void> => {
    mustRead = false
    readAt = performance.now()
    open = await db.scoped(EVERY_STORE, openOutputs)
    const ids = new Set(open.map(({ id }) => id))
    for (const id of sentAt.keys()) if (!ids.has(id)) sentAt.delete(id)
    for (const id of reported) if (!ids.has(id)) reported.delete(id)
  }

  const send = (): void => {
    const now = performance.now()
    for (const { id, deviceId, asked, dueAt } of open) {
      if (!machines?.isOnline(deviceId) || reported.has(id)) continue
      if (now - (sentAt.get(id) ?? Number.NEGATIVE_INFINITY) < RESEND_MS) continue
      const left = dueAt.getTime() - clock().getTime() - SPARE_MS
      if (left <= 0) continue
      sentAt.set(id, now)
      machines.sendCommand(deviceId, { id, count: asked, left })
    }
  }

  const endDue = async (): Promise<void> => {
    const now = clock()
    if (!open.some(({ dueAt }) => dueAt <= now)) return
    const stores = await db.scoped(EVERY_STORE, (trx) => endDueCoins(trx, now))
    mustRead = true
    for (const orgCode of new Set(stores)) await publish(orgCode)
  }

  const look = async (): Promise<void> => {
    isLooking = false
    if (mustRead || performance.now() - readAt > READ_MS) await read()
    send()
    await endDue()
  }

  const onCounted = async (machine: ConnectedMachine, { id, counted, over }: Counted): Promise<void> => {
    reported.add(id)
    const { orgCode } = machine
    const given = { id, deviceId: machine.id, orgCode, counted, over }
    const done = await db.scoped(EVERY_STORE, (trx) => countCoins(trx, given, clock()))
    // Only after the commit: a machine that forgets an output never reports it again.
    if (done.settled && over) machines?.confirm(machine.id, id)
    if (!done.ended) return
    mustRead = true
    await publish(orgCode)
  }

  const writePresence = (machine: ConnectedMachine, isOnline: boolean, hopper?: Hopper): void => {
    const before = presence.get(machine.id)
    const text = hopper ? JSON.stringify(hopper) : (before?.hopper ?? '')
    const now = performance.now()
    const isSame = before?.isOnline === isOnline && before.hopper === text
    if (isSame && (!isOnline || now - before.writtenAt < PRESENCE_MS)) return
    presence.set(machine.id, { isOnline, hopper: text, writtenAt: now })
    inOrder('the presence of a coin machine could not be written', async () => {
      const state = hopper ? { coinsLeft: hopper.coins, fault: hopper.fault } : {}
      await db
        .scoped(EVERY_STORE, (trx) =>
          storeMachine(trx, { deviceId: machine.id, orgCode: machine.orgCode, online: isOnline, ...state }, clock()),
        )
        .catch((error: unknown) => {
          presence.delete(machine.id)
          throw error
        })
      if (!isSame) await publish(machine.orgCode)
    })
  }

  machines?.onStatus((machine, isOnline) => {
    // It may have lost its state: what is open is sent again.
    if (!isOnline) for (const { id, deviceId } of open) if (deviceId === machine.id) reported.delete(id)
    writePresence(machine, isOnline)
  })
  machines?.onHopper((machine, hopper) => writePresence(machine, true, hopper))
  machines?.onCounted((machine, message) =>
    inOrder('what a coin machine counted could not be stored', () => onCounted(machine, message)),
  )
  bus.listen(({ kind }) => {
    if (kind === 'coinOutputs') mustRead = true
  })
  bus.onReconnect(() => {
    mustRead = true
  })
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    inOrder('open coin outputs could not be looked at', look)
  }, LOOK_MS).unref()
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await work
    },
  }
}
