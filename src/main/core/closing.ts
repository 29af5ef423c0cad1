import type { OpenWork } from '#shared/ipc/app.ts'

export interface CloseGuardDeps {
  openWork(): OpenWork
  /** Whether the user can be asked; false if the page has crashed. */
  canConfirm(): boolean
  /** Whether the window is in kiosk mode, where closing is always confirmed. */
  isKiosk(): boolean
  confirm(work: OpenWork): void
  quit(): void
}

/** Asks before closing while something is unsent or unprinted. Nothing would be lost, but it would be delayed. */
export function createCloseGuard({ openWork, canConfirm, isKiosk, confirm, quit }: CloseGuardDeps) {
  let isEnding = false
  return {
    /** Call when the program or the computer shuts down, which needs no confirmation. */
    markEnding(): void {
      isEnding = true
    },

    /** Whether a window may close at once; otherwise the user is asked. */
    mayClose(): boolean {
      if (isEnding || !canConfirm()) return true
      const work = openWork()
      if (work.unsent + work.queued + work.printing === 0 && !isKiosk()) return true
      confirm(work)
      return false
    },

    answer(close: boolean): void {
      if (!close) return
      isEnding = true
      quit()
    },
  }
}

export type CloseGuard = ReturnType<typeof createCloseGuard>
