import { useText } from '#renderer/core/locale.ts'
import { StateTag } from '#renderer/ui/display/state-tag.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'

/** The state of a record, and its refund state. */
export function RecordState({ record: { playState, refundState } }: { record: PlayRecord }) {
  const { t } = useText()
  return (
    <>
      <StateTag state={playState} />
      {refundState === 'none' ? null : <ToneTag tone="info">{t(`records.refund.${refundState}`)}</ToneTag>}
    </>
  )
}
