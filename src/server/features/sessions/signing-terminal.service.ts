import type { CallContext } from '#server/core/slice.ts'
import { provenTerminal } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'

/**
 * The terminal that signed a start or charge. An invalid signature is returned as `proofRefusal` and reported in the order of the checks.
 */
export async function terminalOf(ctx: CallContext, { terminalId = null }: Pick<StartInput, 'terminalId'>) {
  try {
    return { signedBy: await provenTerminal(ctx, terminalId), terminalId, proofRefusal: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { signedBy: null, terminalId, proofRefusal: { code: error.code, details: error.details } }
  }
}
