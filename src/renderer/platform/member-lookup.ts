import { AppError } from '#shared/core/errors.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { isMemberScan } from '#shared/features/scans/index.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { FoundMember, Platform } from './platform.ts'

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

/** How a member is looked up: by id, or by the value of a scanned card. */
export type MemberKey = { id: string } | { scanned: string }

/** What a scan means where a member's card is expected: a lookup, or what is shown instead. */
export function readCard({ kind, value }: Scan): { key: MemberKey } | { view: MemberView } {
  if (isMemberScan({ kind, value })) return { key: { scanned: value } }
  return { view: { kind: value === '' ? 'emptySwipe' : 'notCard' } }
}

const MEMBER_NUMBER = /^\d{6,7}$/

type MemberRef = { id: string } | { card: string }

/** The lookups for a key: six or seven scanned digits may be a member number or a card without leading zeros. */
function memberRefsOf(key: MemberKey): MemberRef[] {
  if ('id' in key) return [key]
  const { scanned } = key
  return MEMBER_NUMBER.test(scanned) ? [{ id: scanned }, { card: scanned.padStart(10, '0') }] : [{ card: scanned }]
}

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

/** Looks a member up and returns what is then shown; a failure is a view too. */
export async function lookUpMember(members: Pick<Platform['members'], 'find'>, key: MemberKey): Promise<MemberView> {
  try {
    const answers = await Promise.allSettled(memberRefsOf(key).map((ref) => members.find(ref)))
    const found = answersOf(answers).flatMap(({ member, cachedAt }) => (member ? [{ member, cachedAt }] : []))
    const [first] = found
    if (!first) return { kind: 'unknown' }
    return found.every(({ member }) => member.id === first.member.id)
      ? { kind: 'found', ...first }
      : { kind: 'choice', found }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
