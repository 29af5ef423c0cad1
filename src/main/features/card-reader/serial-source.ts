import type { ReaderSettings } from '#shared/ipc/devices.ts'
import { parserOf } from './protocols.ts'
import { createSerialLink } from './serial-link.ts'
import type { ReaderSource, SourceDeps } from './source.ts'

/** What is left of a frame is thrown away after this silence. */
export const SILENCE_MS = 300
/** Half the silence behind a number that has no end mark. */
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

  /** A process that was held up would find its timer due before the bytes that came meanwhile: hence two. */
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
      // A frame that an unplug cut in two must not be finished by the next one.
      if (state === 'lost') quiet()
      deps.onState(state, detail)
    },
    onData(bytes) {
      // The timer may run late on a busy machine; the clock tells all the same that the line was silent.
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
