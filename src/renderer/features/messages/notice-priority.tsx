import { useText } from '#renderer/core/locale.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'

const tones = { L: 'neutral', M: 'warning', H: 'error' } as const

/** The priority L, M or H as a tag. */
export function NoticePriority({ value }: { value: keyof typeof tones }) {
  const { t } = useText()
  return <ToneTag tone={tones[value]}>{t(`notice.priority.${value}`)}</ToneTag>
}
