import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { MEMBER_CODE_SECONDS, memberCode, readMemberCode } from '#shared/features/scans/index.ts'
import type { MemberRow } from './members.repository.ts'
import { currentMember } from './merged-members.repository.ts'

const WINDOW_MS = MEMBER_CODE_SECONDS * 1000
const PURPOSE = 'member code'
/** 13 digits of base 36 hold the 64 bits that are used of the keyed hash. */
const STAMP_DIGITS = 13

type Owner = Pick<MemberRow, 'id' | 'orgCode'>

const stampOf = ({ sealer }: Pick<Deps, 'sealer'>, { id, orgCode }: Owner, window: number): string =>
  sealer
    .stamp(`${orgCode} ${id} ${window}`, PURPOSE)
    .readBigUInt64BE()
    .toString(36)
    .toUpperCase()
    .padStart(STAMP_DIGITS, '0')

/** The code of a member for the current half minute, and the seconds until the next one. */
export function currentMemberCode(deps: Pick<Deps, 'sealer' | 'clock'>, owner: Owner) {
  const now = deps.clock().getTime()
  const window = Math.floor(now / WINDOW_MS)
  return {
    code: memberCode({ memberId: owner.id, window, stamp: stampOf(deps, owner, window) }),
    secondsLeft: Math.max(1, Math.ceil(((window + 1) * WINDOW_MS - now) / 1000)),
  }
}

/**
 * The member of a changing code, or null if the text is none. It is accepted while it is shown and for the half minute after that, in which
 * a cashier scans it. Throws `members.codeInvalid` and `members.codeExpired`.
 */
export async function memberOfCode(
  deps: Pick<Deps, 'sealer' | 'clock'>,
  trx: Transaction,
  text: string,
): Promise<MemberRow | null> {
  const code = readMemberCode(text)
  if (!code) return null
  const invalid = new AppError('members.codeInvalid', { field: 'idCard' })
  const owner = await trx
    .selectFrom('member')
    .select(['id', 'orgCode'])
    .where('id', '=', code.memberId)
    .executeTakeFirst()
  if (!owner) throw invalid
  if (!timingSafeEqual(Buffer.from(stampOf(deps, owner, code.window)), Buffer.from(code.stamp))) throw invalid
  const age = Math.floor(deps.clock().getTime() / WINDOW_MS) - code.window
  if (age < 0 || age > 1) throw new AppError('members.codeExpired', { field: 'idCard' })
  return currentMember(trx, owner.id)
}
