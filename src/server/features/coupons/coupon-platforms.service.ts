import type { CouponProvider } from '#shared/features/coupons/group-coupons.contract.ts'

/** Why a platform does not honour a code. */
export type PlatformRefusal = 'unknown' | 'used' | 'expired' | 'otherStore'

/** What a platform says of a code: what was bought, or why it counts for nothing. */
export type PlatformAnswer =
  | { state: 'good'; product: string; name: string; value: number; validUntil: Date | null }
  | { state: 'refused'; reason: PlatformRefusal }
  | { state: 'noAnswer' }

/**
 * A code, asked by a store, which the platform knows as `storeId`. `requestId` is the same whenever this store asks for this
 * code, so that a repeat does nothing twice.
 */
export interface PlatformRequest {
  code: string
  storeId: string
  requestId: string
  now: Date
}

/**
 * A platform that sells coupons. Its own code tells whose it is; a look takes nothing; what was redeemed is spent there and good
 * here until it is released, which a platform allows as long as nobody rode for it.
 */
export interface CouponPlatform {
  name: Exclude<CouponProvider, 'local'>
  issues(code: string): boolean
  check(request: PlatformRequest): Promise<PlatformAnswer>
  /** The same request again answers the same. */
  redeem(request: PlatformRequest): Promise<PlatformAnswer>
  release(request: PlatformRequest): Promise<PlatformAnswer>
}

const SANDBOX_CODE = /^SBX-(?<product>[A-Z0-9]{1,40})(@(?<store>[A-Z0-9]{1,20}))?-\d{0,12}(?<outcome>\d)$/

const refused = (reason: PlatformRefusal): PlatformAnswer => ({ state: 'refused', reason })

function sandboxAnswer({ code, storeId, now }: PlatformRequest): PlatformAnswer {
  const { product = '', store, outcome = '' } = SANDBOX_CODE.exec(code)?.groups ?? {}
  if (store !== undefined && store !== storeId) return refused('otherStore')
  if (outcome === '5') return refused('used')
  if (outcome === '6') return refused('expired')
  if (outcome === '7') return { state: 'noAnswer' }
  if (outcome === '8') return refused('otherStore')
  if (outcome === '9') return refused('unknown')
  const validUntil = new Date(now.getTime() + 30 * 86_400_000)
  return { state: 'good', product, name: `SANDBOX ${product}`, value: 0, validUntil }
}

/**
 * A platform to practise with: codes are `SBX-<product>-<digits>`, and the last digit decides. 0 to 4 are good, 5 was used, 6 is
 * past its date, 7 gets no answer, 8 is for another store, 9 is unknown. `SBX-<product>@<store>-<digits>` was sold for one store,
 * by the id that the platform knows it by. It keeps nothing: what it says follows from the code.
 */
export const sandboxPlatform: CouponPlatform = {
  name: 'sandbox',
  issues: (code) => SANDBOX_CODE.test(code),
  check: async (request) => sandboxAnswer(request),
  redeem: async (request) => sandboxAnswer(request),
  release: async (request) => sandboxAnswer(request),
}

/** The platforms that a server asks. The sandbox gives rides away, so that only a demo has it. */
export const platformsOf = ({ demo }: { demo: boolean }): readonly CouponPlatform[] => (demo ? [sandboxPlatform] : [])
