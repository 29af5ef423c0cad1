import type { ReaderSettings } from '#shared/ipc/devices.ts'
import { parserOf } from './protocols.ts'
import { createSerialLink } from './serial-link.ts'
import type { ReaderSource, SourceDeps } from './source.ts'

/** A partial frame is discarded after this silence. */
export const SILENCE_MS = 300
/** Half the silence that ends a number without an end mark. */
const END_MS = 50

/** A reader on a serial port. */
export function openSerialSource(settings: ReaderSettings, deps: SourceDeps): ReaderSource {
  const { clock } = deps
  const parser = parserOf(settings.protocol)
  let stopSilence = (): void => {}
  let lastAt = 0

  const quiet = (): void => {
    stopSilence()
    parser.quiet().forEach(deps.onEvent)
  }

  /** Two timers in a row, because a delayed process runs a due timer before it reads pending bytes. */
  const awaitEnd = (): void => {
    stopSilence = clock.after(END_MS, () => {
      stopSilence = clock.after(END_MS, quiet)
    })
  }

  const link = createSerialLink(settings, {
    driver: deps.drivers.serial,
    clock,
    random: deps.random,
    onState(state, detail) {
      // A frame cut by an unplug must not be completed by later data.
      if (state === 'lost') quiet()
      deps.onState(state, detail)
    },
    onData(bytes) {
      // The timer may be late on a busy machine, so the clock is checked as well.
      const now = clock.now()
      if (now - lastAt > SILENCE_MS) quiet()
      lastAt = now
      stopSilence()
      parser.push(bytes).forEach(deps.onEvent)
      if (parser.complete) awaitEnd()
      else if (parser.partial) stopSilence = clock.after(SILENCE_MS, quiet)
    },
  })

  return {
    start: link.start,
    resume: link.resume,
    close() {
      quiet()
      return link.close()
    },
  }
}
