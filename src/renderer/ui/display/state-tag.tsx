import { useText } from '#renderer/core/locale.ts'
import type { PlayState } from '#shared/features/sessions/play-before-pay.contract.ts'
import { type Tone, ToneTag } from './tone-tag.tsx'

const tones: Record<PlayState, Tone> = {
  PENDING: 'warning',
  RECHARGED: 'info',
  CONSUMED: 'success',
  ESCAPED: 'error',
  CANCELLED: 'neutral',
  NOPAY: 'warning',
}

export function StateTag({ state }: { state: PlayState }) {
  const { t } = useText()
  return <ToneTag tone={tones[state]}>{t(`state.${state}`)}</ToneTag>
}
