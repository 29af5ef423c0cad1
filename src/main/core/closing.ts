import type { OpenWork } from '#shared/ipc/app.ts'

export interface ClosingDeps {
  openWork(): OpenWork
  /** Whether somebody can be asked: a page that died answers nothing. */
  canAsk(): boolean
  /** A window that stands alone on the screen is not closed by a slip of the hand. */
  isKiosk(): boolean
  ask(work: OpenWork): void
  quit(): void
}

/** Asks before the program ends while something waits to be sent or printed. Nothing of it would be lost, but it would wait. */
export function createClosing({ openWork, canAsk, isKiosk, ask, quit }: ClosingDeps) {
  let isEnding = false
  return {
    /** The program ends by itself, or with the computer: that is not asked about. */
    ends(): void {
      isEnding = true
    },

    /** Whether a window may close at once; the person is asked otherwise. */
    mayClose(): boolean {
      if (isEnding || !canAsk()) return true
      const work = openWork()
      if (work.waiting + work.inLine + work.printing === 0 && !isKiosk()) return true
      ask(work)
      return false
    },

    answer(close: boolean): void {
      if (!close) return
      isEnding = true
      quit()
    },
  }
}

export type Closing = ReturnType<typeof createClosing>
