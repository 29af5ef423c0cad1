import type { Translate } from '#renderer/core/locale.ts'
import type { Tone } from '#renderer/ui/display/tone-tag.tsx'
import { coinFaultText } from '#shared/features/coins/coin-fault.calc.ts'
import type { CoinMachine } from '#shared/features/coins/coin-outputs.schema.ts'

/** Whether a machine counts out what is sold now. */
export const canSell = ({ online, fault, output }: CoinMachine): boolean => online && fault === '' && output === null

/** What a machine does, or why it cannot count. */
export function machineState(t: Translate, { online, fault, output }: CoinMachine): { tone: Tone; text: string } {
  if (!online) return { tone: 'neutral', text: t('coins.machineOffline') }
  if (fault !== '') return { tone: 'error', text: `${t('coins.machineFault')} · ${coinFaultText(t, fault)}` }
  if (output) return { tone: 'info', text: t('coins.machineBusy') }
  return { tone: 'success', text: t('coins.online') }
}
