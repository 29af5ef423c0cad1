import type { Clock } from '#main/core/clocks/clock.ts'
import { createDeviceLink, type DeviceLink } from '#main/core/device-link.ts'
import type { Log } from '#main/core/log.ts'
import type { CustomerDisplaySettings, CustomerView } from '#shared/ipc/customer-display.ts'
import type { DeviceState } from '#shared/ipc/devices.ts'
import { type DisplayPort, openDisplayPort } from './display-port.ts'
import { renderView, resetDisplay } from './line-display.ts'

/** Display time of a price sent by the server, which the counter would not clear. */
const SENT_MS = 60_000

export interface CustomerDisplayDeps {
  settings: () => CustomerDisplaySettings
  clock: Clock
  log: Pick<Log, 'info'>
  random?: () => number
}

/** The customer display: shows the counter's last view, also after a replug. */
export function createCustomerDisplay({ settings, clock, log, random = Math.random }: CustomerDisplayDeps) {
  let view: CustomerView = { kind: 'welcome' }
  /** The counter's last view. */
  let own: CustomerView = view
  let state: DeviceState = 'off'
  let link: DeviceLink | null = null
  let port: DisplayPort | null = null
  let applied = ''
  let stopSent = (): void => {}

  const write = (): void => port?.write(renderView(settings().protocol, view))

  function connect({ path, baudRate }: CustomerDisplaySettings): void {
    link = createDeviceLink<never>({
      clock,
      random,
      async open(handlers) {
        const opened = openDisplayPort(path, baudRate, {
          ...handlers,
          onOpen() {
            handlers.onOpen()
            port = opened
            opened.write(resetDisplay())
            write()
          },
          onLost(reason) {
            port = null
            handlers.onLost(reason)
          },
        })
        return opened
      },
      onState(next, detail) {
        if (next !== state) log.info('customer display: state', { path, state: next, detail })
        state = next
      },
      onData: () => undefined,
    })
    link.start()
  }

  async function disconnect(): Promise<void> {
    const last = link
    link = null
    port = null
    state = 'off'
    await last?.close()
  }

  function put(next: CustomerView): void {
    stopSent()
    view = next
    write()
  }

  return {
    state: () => state,

    show(next: CustomerView): void {
      own = next
      put(next)
    },

    /** Shows a price sent by the server (`ledmsgshow`) until the counter's next view. */
    showSent(price: number): void {
      put({ kind: 'due', amount: price })
      stopSent = clock.after(SENT_MS, () => put(own))
    },

    async applySettings(): Promise<void> {
      const now = settings()
      const key = JSON.stringify(now)
      if (key === applied) return
      applied = key
      await disconnect()
      if (key === applied && now.path !== '') connect(now)
    },

    resume: () => link?.resume(),

    async close(): Promise<void> {
      stopSent()
      applied = 'closed'
      await disconnect()
    },
  }
}

export type CustomerDisplay = ReturnType<typeof createCustomerDisplay>
