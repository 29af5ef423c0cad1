import { useCallback, useRef, useState } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import { lookUpMember, type MemberKey, type MemberView, readCard } from '#renderer/platform/member-lookup.ts'
import type { FoundMember } from '#renderer/platform/platform.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** The member at the counter. The last lookup wins, in whatever order the answers arrive. */
export function useMember(onFound: (found: FoundMember) => void, onMissing: () => void) {
  const { members } = usePlatform()
  const [view, setView] = useState<MemberView>({ kind: 'none' })
  /** Incremented with each lookup, to detect that another guest came meanwhile. */
  const turn = useRef(0)
  const callbacks = useRef({ onFound, onMissing })
  callbacks.current = { onFound, onMissing }

  const show = useCallback((next: MemberView) => {
    turn.current += 1
    setView(next)
  }, [])

  const take = useCallback(({ member, cachedAt }: FoundMember & { member: Member }) => {
    setView({ kind: 'found', member, cachedAt })
    callbacks.current.onFound({ member, cachedAt })
  }, [])

  const find = useCallback(
    async (key: MemberKey) => {
      show({ kind: 'loading' })
      const own = turn.current
      const answer = await lookUpMember(members, key)
      if (turn.current !== own) return
      if (answer.kind === 'found') return take(answer)
      setView(answer)
      callbacks.current.onMissing()
    },
    [members, show, take],
  )

  const hearScan = useCallback(
    (scan: Scan) => {
      const read = readCard(scan)
      if ('key' in read) return void find(read.key)
      show(read.view)
      callbacks.current.onMissing()
    },
    [find, show],
  )

  return {
    view,
    member: view.kind === 'found' ? view.member : null,
    find,
    hearScan,
    /**
     * A manual search found no one: the previous member is cleared (spec §8). Plays a sound if the search was
     * requested.
     */
    missing: useCallback(
      (wasAsked: boolean) => {
        show({ kind: 'unknown' })
        if (wasAsked) callbacks.current.onMissing()
      },
      [show],
    ),
    /** Takes one of the choice. */
    take,
    choose: (member: Member) => void find({ id: member.id }),
    clear: useCallback(() => show({ kind: 'none' }), [show]),
  }
}
