import {
  type LearnedReader,
  type ReaderSearch,
  type ReaderSettings,
  type ReaderStatus,
  readerKey,
} from '#shared/ipc/devices.ts'
import { type CardReader, type CardReaderDeps, createCardReader } from './card-reader.ts'
import { findReaders } from './found-readers.ts'
import { hidDriver } from './hid-driver.ts'
import { createTeacher } from './learning.ts'
import { pcscDriver } from './pcsc-driver.ts'
import type { ReaderDrivers } from './ports.ts'
import { serialDriver } from './serial-driver.ts'

export interface CardReadersDeps extends Omit<CardReaderDeps, 'drivers' | 'random'> {
  settings: () => readonly ReaderSettings[]
  drivers?: Partial<ReaderDrivers>
  random?: () => number
}

/** A reader with the settings it was opened with, to detect changes. */
interface OpenedReader {
  as: string
  reader: CardReader
}

/** All readers of the counter except keyboard readers; they work independently. */
export function createCardReaders(deps: CardReadersDeps) {
  const drivers = { serial: serialDriver(), hid: hidDriver(), pcsc: pcscDriver(), ...deps.drivers }
  const random = deps.random ?? Math.random
  let opened: OpenedReader[] = []
  let closed = false
  /** Serializes changes: two readers must never open the same port. */
  let turn: Promise<void> = Promise.resolve()
  /** The reader whose settings are being detected; it is not opened. */
  let learning: string | null = null

  const inTurn = (change: () => Promise<void>): Promise<void> => {
    turn = turn.then(change)
    return turn
  }

  async function apply(): Promise<void> {
    if (closed) return
    const wanted = deps
      .settings()
      .filter((settings) => settings.path !== '' && readerKey(settings) !== learning)
      .map((settings) => ({ settings, as: JSON.stringify(settings) }))
    const isWanted = ({ as }: OpenedReader) => wanted.some((one) => one.as === as)
    const leaving = opened.filter((one) => !isWanted(one))
    const staying = opened.filter(isWanted)
    opened = staying
    await Promise.all(leaving.map(({ reader }) => reader.close()))
    if (closed) return
    const fresh: OpenedReader[] = []
    opened = wanted.map(({ settings, as }) => {
      const same = staying.find((one) => one.as === as)
      if (same) return same
      const made = { as, reader: createCardReader(settings, { ...deps, drivers, random }) }
      fresh.push(made)
      return made
    })
    deps.onStatus()
    for (const { reader } of fresh) reader.start()
  }

  const applySettings = (): Promise<void> => inTurn(apply)
  const teacher = createTeacher({ drivers, clock: deps.clock, random })

  return {
    status: (): ReaderStatus[] => opened.map(({ reader }) => reader.status()),

    /** Applies new settings; readers with unchanged settings keep their connections. */
    applySettings,

    /** Call when the computer wakes up: retries lost readers at once. */
    resume(): void {
      for (const { reader } of opened) reader.resume()
    },

    /** Returns the connected devices that may be card readers. */
    find: (): Promise<ReaderSearch> => findReaders(drivers),

    /** Detects a reader's settings from swipes; the reader delivers no scans meanwhile. */
    async learn(settings: ReaderSettings, onSwipe: (swipes: number) => void): Promise<LearnedReader> {
      learning = readerKey(settings)
      await applySettings()
      try {
        return await teacher.learn(settings, onSwipe)
      } finally {
        learning = null
        await applySettings()
      }
    },
    /** Cancels the detection, if any. */
    stopLearning: () => teacher.stop(),

    async close(): Promise<void> {
      if (closed) return
      closed = true
      teacher.stop()
      await turn
      await Promise.all(opened.map(({ reader }) => reader.close()))
      opened = []
      deps.onStatus()
    },
  }
}

export type CardReaders = ReturnType<typeof createCardReaders>
