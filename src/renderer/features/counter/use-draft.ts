import { useEffect, useRef } from 'react'
import { createLive } from '#renderer/core/emitter.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { isRestorable } from '#renderer/features/counter/machine/draft.calc.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Counter } from './use-counter.ts'
import { useOwner } from './use-owner.ts'

/** Each change is a write to disk, so rapid changes are combined. */
const SAVE_DELAY_MS = 300

const noLock = createLive({ locked: false })

/** Stores the choices for the guest against a crash or power cut, and restores them. Nothing is stored during a start. */
export function useDraft({ draft, restoreDraft, guest, stage }: Counter): void {
  const { drafts, lock } = usePlatform()
  const { locked } = useLive(lock?.state ?? noLock)
  const owner = useOwner()
  const isTaken = useRef(false)
  const latest = useRef({ draft, guest })
  latest.current = { draft, guest }

  useEffect(() => {
    // While locked, as after each program start, no member may be shown.
    if (!drafts || locked) return
    const askedFor = latest.current.guest
    // The draft is only a convenience, so a failure is ignored.
    const read = drafts.read().catch(() => null)
    void read.then((stored) => {
      const isFirst = !isTaken.current
      isTaken.current = true
      if (!isFirst || !stored || stored.owner !== owner) return
      const { draft, guest } = latest.current
      if (!isRestorable({ isFilled: draft.isFilled, isNextGuest: guest !== askedFor })) {
        // The guest was cleared meanwhile, so the stored draft is deleted too.
        if (!draft.isFilled) void drafts.keep(null).catch(() => undefined)
        return
      }
      const { owner: _, at: __, memberId, ...chosen } = stored
      restoreDraft(chosen, memberId)
    })
  }, [drafts, owner, locked, restoreDraft])

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
