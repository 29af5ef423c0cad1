import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { type SandboxBehaviour, sandboxBehaviours } from '#shared/features/payments/sandbox.calc.ts'

/** What a guest chooses on the sandbox's own page. */
export type SandboxChoice = Extract<SandboxBehaviour, 'success' | 'slow' | 'never' | 'refused'>

/** How a guest's own phone can pay at a store: by the sandbox, or not yet. */
export async function phonePayment(trx: Transaction, orgCode: string): Promise<'sandbox' | 'none'> {
  const sandbox = await trx
    .selectFrom('paymentProvider')
    .select('provider')
    .where('orgCode', '=', orgCode)
    .where('enabled', '=', true)
    .where('provider', '=', 'sandbox')
    .executeTakeFirst()
  return sandbox ? 'sandbox' : 'none'
}

/** A pay code that has the form of any provider's; the last digit tells the sandbox what to do. */
const SANDBOX_CODE = '13000000000000000'

/** The pay code of a payment that begins on the guest's own phone. Throws `payments.phoneOff` where no provider of the store takes one. */
export async function phonePayCode(trx: Transaction, orgCode: string, choice: SandboxChoice): Promise<string> {
  if ((await phonePayment(trx, orgCode)) === 'none') throw new AppError('payments.phoneOff', { field: 'pays' })
  const digit = Object.entries(sandboxBehaviours).find(([, behaviour]) => behaviour === choice)?.[0] ?? '0'
  return `${SANDBOX_CODE}${digit}`
}
