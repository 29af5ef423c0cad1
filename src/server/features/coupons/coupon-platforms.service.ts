import type { CouponProvider } from '#shared/features/coupons/group-coupons.contract.ts'

/** Why a platform refuses a code. */
export type PlatformRefusal = 'unknown' | 'used' | 'expired' | 'otherStore'

/** The answer of a platform: the product, or why the code is not accepted. */
export type PlatformAnswer =
  | { state: 'good'; product: string; name: string; value: number; validUntil: Date | null }
  | { state: 'refused'; reason: PlatformRefusal }
  | { state: 'noAnswer' }

/**
 * A request of a store about a code. `storeId` is the platform's id of the store. `requestId` is always the same for one store and code, so
 * that a repeat has no effect.
 */
export interface PlatformRequest {
  code: string
  storeId: string
  requestId: string
  now: Date
}

/**
 * A platform that sells coupons. A code's format identifies its platform. `check` changes nothing. A redeemed code is spent at the platform
 * and valid here until it is released, which a platform allows while no ride used it.
 */
export interface CouponPlatform {
  name: Exclude<CouponProvider, 'local'>
  issues(code: string): boolean
  check(request: PlatformRequest): Promise<PlatformAnswer>
  /** Idempotent by `requestId`. */
  redeem(request: PlatformRequest): Promise<PlatformAnswer>
  /** Idempotent by `requestId`: a refusal says that the code is not released. */
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
 * A sandbox platform with codes `SBX-<product>-<digits>`, where the last digit decides: 0 to 4 are valid, 5 is used, 6 expired, 7 gets no
 * answer, 8 is for another store, 9 unknown. `SBX-<product>@<store>-<digits>` is valid at one store, by the platform's id of it. It has no
 * state.
 */
export const sandboxPlatform: CouponPlatform = {
  name: 'sandbox',
  issues: (code) => SANDBOX_CODE.test(code),
  check: async (request) => sandboxAnswer(request),
  redeem: async (request) => sandboxAnswer(request),
  release: async (request) => sandboxAnswer(request),
}

/** The platforms of this server. The sandbox gives rides away, so only a demo has it. */
export const platformsOf = ({ demo }: { demo: boolean }): readonly CouponPlatform[] => (demo ? [sandboxPlatform] : [])
