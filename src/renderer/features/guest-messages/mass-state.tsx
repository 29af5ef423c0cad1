import { useText } from '#renderer/core/locale.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { fromWireTime } from '#shared/core/time.ts'
import type { MassMessage, MassState } from '#shared/features/guest-messages/mass-messages.contract.ts'

const tones = { sending: 'info', stopped: 'warning', done: 'success' } satisfies Record<MassState, Tone>

/** The state of a mass message, with the reason where it stands still. */
export function MassStateTag({ row }: { row: Pick<MassMessage, 'massState' | 'stopReason' | 'nextTime'> }) {
  const { t } = useText()
  const { massState, stopReason, nextTime } = row
  const words = stopReason === 'textsUsedUp' ? t('mass.stopReason.textsUsedUp') : t(`mass.state.${massState}`)
  // A portion that is due much later waits for the end of the quiet hours.
  const isQuiet = nextTime !== null && fromWireTime(nextTime).getTime() - Date.now() > 60_000
  return <ToneTag tone={tones[massState]}>{isQuiet ? t('mass.quietUntil', { time: nextTime }) : words}</ToneTag>
}
