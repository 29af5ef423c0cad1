import type { Clock } from '#main/core/clocks/clock.ts'
import { AppError } from '#shared/core/errors.ts'
import { cardNumberOfBytes, cardNumberOfText } from '#shared/features/scans/index.ts'
import {
  CardFormat,
  type LearnedReader,
  protocolsOf,
  type ReaderProtocol,
  type ReaderSettings,
} from '#shared/ipc/devices.ts'
import { openSourceOf } from './card-reader.ts'
import type { FrameEvent } from './frames.ts'
import type { ReaderDrivers } from './ports.ts'
import { parserOf } from './protocols.ts'
import { createSerialLink } from './serial-link.ts'
import { SILENCE_MS } from './serial-source.ts'
import type { SourceDeps } from './source.ts'

/** Time to find a card and swipe it. */
const LEARN_MS = 60_000
/** Most common first. */
const BAUD_RATES = [9600, 19200, 115200, 38400, 57600, 4800]

interface Understood {
  protocol: ReaderProtocol
  baudRate: number
  event: FrameEvent
}

type Read = Extract<FrameEvent, { kind: 'card' | 'text' }>

const isRead = (event: FrameEvent | undefined): event is Read => event?.kind === 'card' || event?.kind === 'text'

const numberIn = (event: Read, format: CardFormat): string | null =>
  event.kind === 'card' ? cardNumberOfBytes(event.uid, format) : cardNumberOfText(event.text, format)

/** Returns the distinct numbers of a card by format, most common format first. */
function numbersOf(event: Read): LearnedReader['numbers'] {
  const numbers = CardFormat.options.flatMap((format) => {
    const value = numberIn(event, format)
    return value === null ? [] : [{ format, value }]
  })
  return numbers.filter(({ value }, index) => numbers.findIndex((other) => other.value === value) === index)
}

/** Decodes the bytes of one swipe by the only protocol that finds a card without faults. */
function understand(bytes: Uint8Array): Pick<Understood, 'protocol' | 'event'> | null {
  for (const protocol of protocolsOf.serial) {
    const parser = parserOf(protocol)
    const events = [...parser.push(bytes), ...parser.quiet()]
    const [event] = events
    if (isRead(event) && events.every((one) => one.kind === event.kind)) return { protocol, event }
  }
  return null
}

export interface TeacherDeps {
  drivers: ReaderDrivers
  clock: Clock
  random: () => number
}

/** Detects a reader's settings from swipes. */
export function createTeacher({ drivers, clock, random }: TeacherDeps) {
  let callOff = (): void => {}

  /** Each swipe is read at the next baud rate, until the bytes are valid. */
  function learnSerial(settings: ReaderSettings, onSwipe: (swipes: number) => void, done: (found: Understood) => void) {
    const rates = [...new Set([settings.baudRate, ...BAUD_RATES])]
    let swipes = 0
    let heard: number[] = []
    let isOver = false
    let stopSilence = (): void => {}
    let close = listen()

    function judge(): void {
      const baudRate = rates[swipes % rates.length] ?? settings.baudRate
      const found = understand(Uint8Array.from(heard))
      heard = []
      if (found) {
        done({ ...found, baudRate })
        return
      }
      swipes += 1
      onSwipe(swipes)
      const last = close
      close = async () => undefined
      void last().then(() => {
        if (!isOver) close = listen()
      })
    }

    function listen(): () => Promise<void> {
      const link = createSerialLink(
        { ...settings, baudRate: rates[swipes % rates.length] ?? settings.baudRate },
        {
          driver: drivers.serial,
          clock,
          random,
          onState: () => undefined,
          onData(bytes) {
            heard.push(...bytes)
            stopSilence()
            stopSilence = clock.after(SILENCE_MS, judge)
          },
        },
      )
      link.start()
      return link.close
    }

    return async () => {
      isOver = true
      stopSilence()
      await close()
    }
  }

  /** The protocol of USB and PC/SC readers is known: only the format is detected. */
  function learnDevice(settings: ReaderSettings, onSwipe: (swipes: number) => void, done: (found: Understood) => void) {
    const { link, protocol, baudRate } = settings
    let swipes = 0
    const deps: SourceDeps = {
      drivers,
      clock,
      random,
      onState: () => undefined,
      onEvent(event) {
        if (isRead(event)) done({ protocol, baudRate, event })
        else onSwipe(++swipes)
      },
    }
    const source = openSourceOf[link](settings, deps)
    source.start()
    return source.close
  }

  return {
    /** Rejects with `devices.nothingLearned` on timeout or cancellation. */
    async learn(settings: ReaderSettings, onSwipe: (swipes: number) => void): Promise<LearnedReader> {
      callOff()
      const begin = settings.link === 'serial' ? learnSerial : learnDevice
      let end: () => Promise<void> = async () => undefined
      let stopWaiting = (): void => {}
      try {
        const { protocol, baudRate, event } = await new Promise<Understood>((resolve, reject) => {
          callOff = () => reject(new AppError('devices.nothingLearned'))
          stopWaiting = clock.after(LEARN_MS, callOff)
          end = begin(settings, onSwipe, resolve)
        })
        return { protocol, baudRate, numbers: isRead(event) ? numbersOf(event) : [] }
      } finally {
        callOff = () => {}
        stopWaiting()
        await end()
      }
    },
    stop: () => callOff(),
  }
}
