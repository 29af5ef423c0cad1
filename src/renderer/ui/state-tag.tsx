import { Tag } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { PlayState } from '#shared/features/sessions/play-before-pay.contract.ts'

const colours: Record<PlayState, string> = {
  GUADAN: 'gold',
  RECHARGED: 'blue',
  CONSUMED: 'green',
  ESCAPED: 'red',
  CANCELLED: 'default',
}

export function StateTag({ state }: { state: PlayState }) {
  const { t } = useText()
  return <Tag color={colours[state]}>{t(`state.${state}`)}</Tag>
}
