import { useCallback, useRef, useState } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import type { FoundMember } from '#renderer/platform/platform.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** What the WHO panel shows. */
export type MemberView =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'found'; member: Member; cachedAt: string | null }
  /** Nobody has this card or number: the view is blank and says so. */
  | { kind: 'unknown' }
  | { kind: 'emptySwipe' }
  | { kind: 'notCard' }
  | { kind: 'failed'; error: unknown }

const memberNumber = /^\d{6,7}$/

/** By which of its two numbers a swiped value names a member. */
export const memberRefOf = (value: string): { id: string } | { card: string } =>
  memberNumber.test(value) ? { id: value } : { card: value }

/** The member at the counter: the last look-up wins, whichever answer comes first. */
export function useMember(onFound: (found: FoundMember) => void, onMissing: () => void) {
  const platform = usePlatform()
  const [view, setView] = useState<MemberView>({ kind: 'none' })
  const turn = useRef(0)
  const hear = useRef({ onFound, onMissing })
  hear.current = { onFound, onMissing }

  const show = useCallback((next: MemberView) => {
    turn.current += 1
    setView(next)
  }, [])

  const find = useCallback(
    async (by: { card?: string; id?: string }) => {
      show({ kind: 'loading' })
      const own = turn.current
      try {
        const found = await platform.members.find(by)
        if (turn.current !== own) return
        if (!found.member) {
          setView({ kind: 'unknown' })
          hear.current.onMissing()
          return
        }
        setView({ kind: 'found', member: found.member, cachedAt: found.cachedAt })
        hear.current.onFound(found)
      } catch (error) {
        if (turn.current !== own) return
        setView({ kind: 'failed', error })
        hear.current.onMissing()
      }
    },
    [platform, show],
  )

  const hearScan = useCallback(
    (scan: Scan) => {
      if (scan.kind === 'memberCard' && scan.value !== '') return void find(memberRefOf(scan.value))
      show(scan.value === '' ? { kind: 'emptySwipe' } : { kind: 'notCard' })
      hear.current.onMissing()
    },
    [find, show],
  )

  return {
    view,
    member: view.kind === 'found' ? view.member : null,
    /** Changes with every look-up; tells whether another guest came in the meantime. */
    turn,
    find,
    hearScan,
    /** A search by hand found nobody: the member of before is gone (spec §8). It sounds when the search was asked for. */
    missing: useCallback(
      (wasAsked: boolean) => {
        show({ kind: 'unknown' })
        if (wasAsked) hear.current.onMissing()
      },
      [show],
    ),
    choose: (member: Member) => void find({ id: member.id }),
    clear: useCallback(() => show({ kind: 'none' }), [show]),
  }
}
