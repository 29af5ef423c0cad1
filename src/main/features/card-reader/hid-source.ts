import { every } from '#main/core/clocks/clock.ts'
import { createDeviceLink, type LinkHandlers, textOf } from '#main/core/device-link.ts'
import type { ReaderSettings } from '#shared/ipc/devices.ts'
import type { FrameEvent } from './frames.ts'
import { readMsr, readSycreader, SYCREADER_ANSWER_MAX, SYCREADER_REPORT, sycreaderQuery } from './hid-reports.ts'
import { findDevice, type HidConnection } from './ports.ts'
import type { ReaderSource, SourceDeps } from './source.ts'

/** Poll interval in ms: fast enough for a card held briefly, slow enough for the reader. */
const POLL_MS = 150

/** A USB HID reader: sends reports (MSR) or is polled (Sycreader). */
export function openHidSource(settings: ReaderSettings, deps: SourceDeps): ReaderSource {
  const { drivers, clock } = deps

  async function open(handlers: LinkHandlers<FrameEvent>, isWanted: () => boolean) {
    const device = findDevice(await drivers.hid.list(), settings.path, settings)
    if (!isWanted()) return null
    if (!device) throw new Error('not plugged in')
    let stopPolling = (): void => {}
    const connection: HidConnection = drivers.hid.open(device.path, {
      onOpen() {
        handlers.onOpen()
        if (settings.protocol === 'sycreader') stopPolling = pollReader(connection, handlers)
      },
      onData(report) {
        if (settings.protocol === 'msr') handlers.onData(readMsr(report))
      },
      onLost(reason) {
        stopPolling()
        handlers.onLost(reason)
      },
    })
    return {
      close() {
        stopPolling()
        return connection.close()
      },
    }
  }

  /** A card left on the reader is reported once. */
  function pollReader(connection: HidConnection, handlers: LinkHandlers<FrameEvent>): () => void {
    let last = ''
    const stop = every(clock, POLL_MS, async () => {
      try {
        await connection.sendFeature(sycreaderQuery())
        const event = readSycreader(await connection.readFeature(SYCREADER_REPORT, SYCREADER_ANSWER_MAX))
        const seen = event?.kind === 'card' ? event.uid.join() : (event?.kind ?? '')
        if (event && seen !== last) handlers.onData(event)
        last = seen
      } catch (error) {
        stop()
        handlers.onLost(textOf(error))
        void connection.close()
      }
    })
    return stop
  }

  return createDeviceLink<FrameEvent>({
    open,
    clock,
    random: deps.random,
    onState: deps.onState,
    onData: deps.onEvent,
  })
}
