import { cutPoints } from './cut-points.ts'
import type { SteppingWay } from './stepping-way.ts'

const MAX_TRIES = 5

interface Cut {
  work(): Promise<unknown>
  expectDone(): Promise<void>
}

/** Repeats a call without an answer, like a client, until the server answers. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if ((error as { httpStatus?: number }).httpStatus !== 503 || tries === MAX_TRIES) throw error
    }
  }
}

/** Cuts work of some slices at its statements (`cutPoints`), each time prepared anew, until it passes uncut. */
export const cutEverywhere =
  (way: SteppingWay, ...slices: string[]) =>
  async (prepare: () => Promise<Cut>): Promise<void> => {
    for (const edge of ['unsent', 'unanswered'] as const) {
      for (const statement of cutPoints(edge, slices)) {
        const { work, expectDone } = await prepare()
        way.cutAt(statement, edge)
        await work().catch(() => undefined)
        const wasCut = way.disarm()
        await insist(work)
        await expectDone()
        if (!wasCut) break
      }
    }
  }
