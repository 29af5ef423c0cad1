import { createLive } from '#renderer/core/emitter.ts'
import type { IpcClient } from '#shared/core/ipc.ts'
import type { IpcContract } from '#shared/ipc/contract.ts'
import type { LockState } from '#shared/ipc/lock.ts'
import type { Platform } from './platform.ts'

/** The shortest interval between activity reports: main only needs to know whether someone is present. */
const TOUCH_EVERY_MS = 5000

/** Creates the ports of a terminal's page to the desktop program. */
export async function createProgramPorts(
  desktop: IpcClient<IpcContract>,
): Promise<Pick<Platform, 'lock' | 'program' | 'drafts'>> {
  const lock = createLive<LockState>(await desktop.lock.state({}))
  desktop.lock.on('changed', lock.set)
  let touchedAt = Number.NEGATIVE_INFINITY
  return {
    lock: {
      state: lock,
      lock: async () => {
        await desktop.lock.lock({})
      },
      unlock: async (password) => lock.set(await desktop.lock.unlock({ password })),
      touch() {
        const now = performance.now()
        if (now - touchedAt < TOUCH_EVERY_MS) return
        touchedAt = now
        void desktop.lock.touch({}).catch(() => undefined)
      },
      learnBadge: async (badge, password) => lock.set(await desktop.lock.learnBadge({ badge, password })),
      onBadgeRefused: (listener) => desktop.lock.on('badgeRefused', () => listener()),
    },
    program: {
      diagnose: () => desktop.app.diagnose({}),
      supportBundle: () => desktop.app.supportBundle({}),
      onCloseAsked: (listener) => desktop.app.on('closeAsked', listener),
      answerClose: async (close) => {
        await desktop.app.answerClose({ close })
      },
    },
    drafts: {
      read: () => desktop.drafts.read({}),
      keep: async (draft) => {
        await desktop.drafts.keep({ draft })
      },
    },
  }
}
