import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import { cardNumberOfBytes, cardNumberOfText, maskCardNumber } from '#shared/features/scans/index.ts'
import { protocolsOf, type ReaderLink, type ReaderSettings, type ReaderStatus, type Scan } from '#shared/ipc/devices.ts'
import type { FrameEvent } from './frames.ts'
import { openHidSource } from './hid-source.ts'
import { openPcscSource } from './pcsc-source.ts'
import type { ReaderDrivers } from './ports.ts'
import { openSerialSource } from './serial-source.ts'
import type { OpenSource, ReaderSource } from './source.ts'

export interface CardReaderDeps {
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  drivers: ReaderDrivers
  random: () => number
  /** Called for every card read, including repeats, with its canonical number; empty for a swipe without a number. */
  onScan(raw: { value: string; source: Scan['source'] }): void
  onStatus(): void
}

export const openSourceOf: Record<ReaderLink, OpenSource> = {
  serial: openSerialSource,
  hid: openHidSource,
  pcsc: openPcscSource,
}

/** One card reader: reconnects automatically, discards garbled frames, and reports canonical numbers. */
export function createCardReader(settings: ReaderSettings, deps: CardReaderDeps) {
  const { link, path, protocol, format } = settings
  let status: ReaderStatus = { link, path, state: 'idle', scans: 0, garbled: 0 }
  let source: ReaderSource | null = null

  function update(change: Partial<ReaderStatus>): void {
    status = { ...status, ...change }
    deps.onStatus()
  }

  function numberOf(event: Exclude<FrameEvent, { kind: 'garbled' }>): string {
    if (event.kind === 'card') return cardNumberOfBytes(event.uid, format) ?? ''
    // A stripe may contain something else, such as a coupon: the scan router decides.
    return event.kind === 'text' ? (cardNumberOfText(event.text, format) ?? event.text) : ''
  }

  function report(event: FrameEvent): void {
    if (event.kind === 'garbled') {
      update({ garbled: status.garbled + 1 })
      deps.log.warn('card reader: garbled frame ignored', { link, path, protocol })
      return
    }
    const value = numberOf(event)
    update({ scans: status.scans + 1 })
    deps.log.info('card reader: card read', { link, ending: maskCardNumber(value) })
    deps.onScan({ value, source: link })
  }

  return {
    status: () => status,
    start(): void {
      if (!(protocolsOf[link] as readonly string[]).includes(protocol)) {
        update({ state: 'error', detail: `${link}: ${protocol}` })
        return
      }
      source = openSourceOf[link](settings, {
        drivers: deps.drivers,
        clock: deps.clock,
        random: deps.random,
        onEvent: report,
        onState(state, detail) {
          if (state === 'ready' || state !== status.state || detail !== status.detail)
            deps.log.info('card reader: state', { link, path, state, detail })
          update({ state, detail })
        },
      })
      source.start()
    },
    resume: () => source?.resume(),
    close: async () => source?.close(),
  }
}

export type CardReader = ReturnType<typeof createCardReader>
