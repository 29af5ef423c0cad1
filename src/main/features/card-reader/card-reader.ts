import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import { cardNumberOfBytes, maskCardNumber } from '#shared/features/scans/index.ts'
import type { ReaderSettings, ReaderStatus, Scan } from '#shared/ipc/devices.ts'
import type { FrameEvent } from './frames.ts'
import type { PortInfo, SerialDriver } from './ports.ts'
import { parserOf } from './protocols.ts'
import { serialDriver } from './serial-driver.ts'
import { createSerialLink, type SerialLink } from './serial-link.ts'

/** What is left of a frame is thrown away after this silence. */
const SILENCE_MS = 300
/** Half the silence behind a number that has no end mark. */
const END_MS = 50

export interface CardReaderDeps {
  settings: () => ReaderSettings
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  /** Every card that was read, repeats included, by its canonical number; empty for a swipe without a number. */
  onScan(raw: { value: string; source: Scan['source'] }): void
  onStatus(status: ReaderStatus): void
  driver?: SerialDriver
  random?: () => number
}

export interface CardReader {
  status(): ReaderStatus
  /** Connects as the settings now say; a reader whose settings have not changed is left alone. */
  applySettings(): Promise<void>
  /** To be called when the computer wakes up: a lost reader is tried at once. */
  resume(): void
  close(): Promise<void>
  listPorts(): Promise<PortInfo[]>
}

/** The counter's serial card reader: connects itself again, throws garbled frames away, and reports canonical numbers. */
export function createCardReader(deps: CardReaderDeps): CardReader {
  const driver = deps.driver ?? serialDriver()
  const random = deps.random ?? Math.random
  let status: ReaderStatus = { state: 'off', path: '', scans: 0, garbled: 0 }
  let link: SerialLink | null = null
  let applied = ''
  let dropPartial = (): void => {}
  let closed = false

  function update(change: Partial<ReaderStatus>): void {
    status = { ...status, ...change }
    deps.onStatus(status)
  }

  function report(event: FrameEvent, settings: ReaderSettings): void {
    if (event.kind === 'garbled') {
      update({ garbled: status.garbled + 1 })
      deps.log.warn('card reader: garbled frame ignored', { path: settings.path, protocol: settings.protocol })
      return
    }
    const value = event.kind === 'card' ? (cardNumberOfBytes(event.uid, settings.format) ?? '') : ''
    update({ scans: status.scans + 1 })
    deps.log.info('card reader: card read', { ending: maskCardNumber(value) })
    deps.onScan({ value, source: 'serial' })
  }

  function connect(settings: ReaderSettings): void {
    const parser = parserOf[settings.protocol]()
    let stopSilence = (): void => {}
    let lastAt = 0

    const quiet = (): void => {
      stopSilence()
      for (const event of parser.quiet()) report(event, settings)
    }
    dropPartial = quiet

    /** A process that was held up would find its timer due before the bytes that came meanwhile: hence two. */
    const awaitEnd = (): void => {
      stopSilence = deps.clock.after(END_MS, () => {
        stopSilence = deps.clock.after(END_MS, quiet)
      })
    }

    link = createSerialLink(settings, {
      driver,
      clock: deps.clock,
      random,
      onState(state, detail) {
        // A frame that an unplug cut in two must not be finished by the next one.
        if (state === 'lost') quiet()
        if (state === 'ready' || state !== status.state || detail !== status.detail)
          deps.log.info('card reader: state', { path: settings.path, state, detail })
        update({ state, detail })
      },
      onData(bytes) {
        // The timer may run late on a busy machine; the clock tells all the same that the line was silent.
        const now = deps.clock.now()
        if (now - lastAt > SILENCE_MS) quiet()
        lastAt = now
        stopSilence()
        for (const event of parser.push(bytes)) report(event, settings)
        if (parser.complete) awaitEnd()
        else if (parser.partial) stopSilence = deps.clock.after(SILENCE_MS, quiet)
      },
    })
    link.start()
  }

  async function disconnect(): Promise<void> {
    const last = link
    link = null
    dropPartial()
    dropPartial = () => {}
    await last?.close()
  }

  return {
    status: () => status,

    async applySettings() {
      const settings = { ...deps.settings() }
      const key = JSON.stringify(settings)
      if (closed || key === applied) return
      applied = key
      await disconnect()
      // A later call may have come while the port was closing; it connects then.
      if (closed || key !== applied) return
      update({ state: settings.path === '' ? 'off' : 'idle', path: settings.path, detail: undefined })
      if (settings.path !== '') connect(settings)
    },

    resume: () => link?.resume(),

    async close() {
      if (closed) return
      closed = true
      await disconnect()
      update({ state: 'off', detail: undefined })
    },

    listPorts: () => driver.list(),
  }
}
