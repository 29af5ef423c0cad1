import { useCallback, useRef, useState } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import type { FoundMember } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** The state of the WHO panel. */
export type MemberView =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'found'; member: Member; cachedAt: string | null }
  /** The number is one member's id and another one's card; the cashier must choose. */
  | { kind: 'choice'; found: (FoundMember & { member: Member })[] }
  /** No member has this card or number. */
  | { kind: 'unknown' }
  | { kind: 'emptySwipe' }
  | { kind: 'notCard' }
  | { kind: 'failed'; error: unknown }

const MEMBER_NUMBER = /^\d{6,7}$/

type MemberRef = { id: string } | { card: string }

/** The lookups for a scanned value: six or seven digits may be a member number or a card without leading zeros. */
const memberRefsOf = (value: string): MemberRef[] =>
  MEMBER_NUMBER.test(value) ? [{ id: value }, { card: value.padStart(10, '0') }] : [{ card: value }]

/** Merges the results. Where one reading is a lost card and the other a member, the member wins. */
function answersOf(answers: PromiseSettledResult<FoundMember>[]): FoundMember[] {
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  const isFound = found.some(({ member }) => member !== null)
  const serious = failures.find((failure) => !isFound || !isAboutCard(failure))
  if (serious !== undefined) throw serious
  return found
}

const isAboutCard = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'members.cardLost' || error.code === 'members.cardReplaced')

/** The member at the counter. The last lookup wins, in whatever order the answers arrive. */
export function useMember(onFound: (found: FoundMember) => void, onMissing: () => void) {
  const platform = usePlatform()
  const [view, setView] = useState<MemberView>({ kind: 'none' })
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

  const findAny = useCallback(
    async (refs: MemberRef[]) => {
      show({ kind: 'loading' })
      const own = turn.current
      try {
        const answers = await Promise.allSettled(refs.map((ref) => platform.members.find(ref)))
        if (turn.current !== own) return
        const found = answersOf(answers).flatMap(({ member, cachedAt }) => (member ? [{ member, cachedAt }] : []))
        const [first] = found
        if (!first) {
          setView({ kind: 'unknown' })
          callbacks.current.onMissing()
        } else if (found.every(({ member }) => member.id === first.member.id)) take(first)
        else {
          setView({ kind: 'choice', found })
          callbacks.current.onMissing()
        }
      } catch (error) {
        if (turn.current !== own) return
        setView({ kind: 'failed', error })
        callbacks.current.onMissing()
      }
    },
    [platform, show, take],
  )
  const find = useCallback((by: MemberRef) => findAny([by]), [findAny])

  const onScan = useCallback(
    (scan: Scan) => {
      if (scan.kind === 'memberCard' && scan.value !== '') return void findAny(memberRefsOf(scan.value))
      show(scan.value === '' ? { kind: 'emptySwipe' } : { kind: 'notCard' })
      callbacks.current.onMissing()
    },
    [findAny, show],
  )

  return {
    view,
    member: view.kind === 'found' ? view.member : null,
    /** Incremented with each lookup, to detect that another guest came meanwhile. */
    turn,
    find,
    hearScan: onScan,
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
