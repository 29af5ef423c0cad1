import { useEffect, useRef } from 'react'
import { createLive } from '#renderer/core/emitter.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { isRestorable } from './draft.calc.ts'
import type { Counter } from './use-counter.ts'
import { useOwner } from './use-submit.ts'

/** Nobody chooses faster than this, and each change is a write to the disk. */
const SAVE_DELAY_MS = 300

const noLock = createLive({ locked: false })

/** Keeps what is chosen for the guest over a crash or a power cut, and takes it up again; never what is on its way to be done. */
export function useDraft({ draft, guest, stage }: Counter): void {
  const { drafts, lock } = usePlatform()
  const { locked } = useLive(lock?.state ?? noLock)
  const owner = useOwner()
  const isTaken = useRef(false)
  const latest = useRef({ draft, guest })
  latest.current = { draft, guest }

  useEffect(() => {
    // Behind the lock, as after each start of the program, nobody's member is told.
    if (!drafts || locked) return
    const askedFor = latest.current.guest
    // Without it the screen is only less convenient.
    const read = drafts.read().catch(() => null)
    void read.then((stored) => {
      const isFirst = !isTaken.current
      isTaken.current = true
      if (!isFirst || !stored || stored.owner !== owner) return
      const { draft, guest } = latest.current
      if (!isRestorable({ isFilled: draft.isFilled, isNextGuest: guest !== askedFor })) {
        // What was given up is gone for good, and not only until the screen is opened again.
        if (!draft.isFilled) void drafts.keep(null).catch(() => undefined)
        return
      }
      const { type, ruleId, people, racer, remark, vehicleId, moreVehicles, couponCode } = stored
      draft.restore({ type, ruleId, people, racer, remark, vehicleId, moreVehicles, couponCode }, stored.memberId)
    })
  }, [drafts, owner, locked])

  const { chosen, memberId, isFilled } = draft
  const key = JSON.stringify(isFilled ? { ...chosen, memberId } : null)
  useEffect(() => {
    if (!drafts || !isTaken.current || stage !== 'idle') return
    const filled = JSON.parse(key)
    const next = filled && { ...filled, owner, at: new Date().toISOString() }
    const timer = setTimeout(() => void drafts.keep(next).catch(() => undefined), SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [drafts, key, owner, stage])
}
