import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { PhoneHandover, type PhoneWay } from '#shared/features/payments/payments.schema.ts'
import { type SandboxBehaviour, sandboxBehaviours } from '#shared/features/payments/sandbox.calc.ts'
import { expiryOf } from './payments.steps.ts'
import type { PaymentToStart } from './start-payment.service.ts'

/** What a guest chooses on the sandbox's own page. */
export type SandboxChoice = Extract<SandboxBehaviour, 'success' | 'slow' | 'never' | 'refused'>

/** A pay code that has the form of any provider's; the last digit tells the sandbox what to do. */
const SANDBOX_CODE = '13000000000000000'

interface Payer {
  orgCode: string
  memberId: string
}

/** The ways by which a store takes payments of a member's phone, with the member's openid, inside of WeChat and outside. */
async function waysOf(
  { config }: Pick<Deps, 'config'>,
  trx: Transaction,
  { orgCode, memberId }: Payer,
): Promise<{ inside: PhoneWay[]; outside: PhoneWay[]; openid: string }> {
  const rows = await trx
    .selectFrom('paymentProvider')
    .select(['provider', 'settings'])
    .where('orgCode', '=', orgCode)
    .where('enabled', '=', true)
    .execute()
  const settingsOf = (name: string) => rows.find(({ provider }) => provider === name)?.settings
  // While the sandbox is on, no guest's money moves.
  if (settingsOf('sandbox')) return { inside: ['sandbox'], outside: ['sandbox'], openid: '' }
  // Providers send guests back, and notify, at the public address only.
  if (config.publicUrl === '') return { inside: [], outside: [], openid: '' }
  const [wechat, alipay] = [settingsOf('wechat'), settingsOf('alipay')]
  const bound =
    wechat?.jsapi === 'YES'
      ? await trx
          .selectFrom('memberOpenid')
          .select('openid')
          .where('orgCode', '=', orgCode)
          .where('memberId', '=', memberId)
          .where('appId', '=', wechat.appId ?? '')
          .executeTakeFirst()
      : undefined
  const outside: PhoneWay[] = []
  if (wechat?.h5 === 'YES') outside.push('h5')
  if (alipay?.wap === 'YES') outside.push('wap')
  return { inside: bound ? ['jsapi'] : [], outside, openid: bound?.openid ?? '' }
}

/**
 * The ways by which a member's phone can pay at a store, in this browser. WeChat opens no page of Alipay and no H5 payment; only WeChat
 * knows the openid.
 */
export async function phoneWays(
  deps: Pick<Deps, 'config'>,
  trx: Transaction,
  { isInWechat, ...payer }: Payer & { isInWechat: boolean },
): Promise<PhoneWay[]> {
  const { inside, outside } = await waysOf(deps, trx, payer)
  return isInWechat ? inside : outside
}

interface PhoneChoice extends Payer {
  way: PhoneWay
  sandbox: SandboxChoice
  ip: string
  /** Key of the store in the address of the member page, and the order that is paid. */
  store: string
  orderId: string
}

/** What `startPayment` needs for a payment on a member's phone. Throws `payments.phoneOff` for a way that the store does not offer. */
export async function phonePays(
  deps: Pick<Deps, 'config'>,
  trx: Transaction,
  { way, sandbox, ip, store, orderId, ...payer }: PhoneChoice,
): Promise<Pick<PaymentToStart, 'payCode' | 'phone'>> {
  const { inside, outside, openid } = await waysOf(deps, trx, payer)
  if (!inside.includes(way) && !outside.includes(way)) throw new AppError('payments.phoneOff', { field: 'way' })
  if (way === 'sandbox') {
    const digit = Object.entries(sandboxBehaviours).find(([, behaviour]) => behaviour === sandbox)?.[0] ?? '0'
    return { payCode: `${SANDBOX_CODE}${digit}` }
  }
  const page = `${deps.config.publicUrl}/m/${encodeURIComponent(store || payer.orgCode)}?order=${orderId}`
  return { payCode: '', phone: { way, openid: way === 'jsapi' ? openid : '', ip, page } }
}

/** Sealing purpose of what a phone needs to pay, bound to its payment. */
export const handoverPurpose = (paymentId: string): string => `phone payment ${paymentId}`

/** What the phone needs to pay an open payment, until when; null before the provider has answered, and after the end. */
export async function phoneHandover(
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
): Promise<{ handover: PhoneHandover; until: string } | null> {
  const payment = await trx
    .selectFrom('payment')
    .select(['preparedSealed', 'createdAt'])
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where('state', '=', 'asked')
    .where('preparedSealed', '<>', '')
    .executeTakeFirst()
  if (!payment || expiryOf(payment) <= clock()) return null
  const handover = PhoneHandover.parse(JSON.parse(sealer.open(payment.preparedSealed, handoverPurpose(id))))
  return { handover, until: toWireTime(expiryOf(payment)) }
}
