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

/** A reader with the settings that it was opened with, by which one is left alone that has not changed. */
interface Kept {
  as: string
  reader: CardReader
}

/** All readers of the counter that are no keyboards: any number at once, each on its own. */
export function createCardReaders(deps: CardReadersDeps) {
  const drivers = { serial: serialDriver(), hid: hidDriver(), pcsc: pcscDriver(), ...deps.drivers }
  const random = deps.random ?? Math.random
  let kept: Kept[] = []
  let closed = false
  /** One change after the other: two readers must never have one port open. */
  let turn: Promise<void> = Promise.resolve()
  /** A reader that is being learnt is left to that. */
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
    const isWanted = ({ as }: Kept) => wanted.some((one) => one.as === as)
    const leaving = kept.filter((one) => !isWanted(one))
    const staying = kept.filter(isWanted)
    kept = staying
    await Promise.all(leaving.map(({ reader }) => reader.close()))
    if (closed) return
    const fresh: Kept[] = []
    kept = wanted.map(({ settings, as }) => {
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
    status: (): ReaderStatus[] => kept.map(({ reader }) => reader.status()),

    /** Connects as the settings now say; a reader whose settings have not changed is left alone. */
    applySettings,

    /** To be called when the computer wakes up: lost readers are tried at once. */
    resume(): void {
      for (const { reader } of kept) reader.resume()
    },

    /** Everything plugged in that may be a card reader. */
    find: (): Promise<ReaderSearch> => findReaders(drivers),

    /** Finds out by swipes how a reader wants to be read; the reader is nobody else's until then. */
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
    /** Calls the learning off, if there is any. */
    stopLearning: () => teacher.stop(),

    async close(): Promise<void> {
      if (closed) return
      closed = true
      teacher.stop()
      await turn
      await Promise.all(kept.map(({ reader }) => reader.close()))
      kept = []
      deps.onStatus()
    },
  }
}

export type CardReaders = ReturnType<typeof createCardReaders>
