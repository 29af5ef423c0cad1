import { useText } from '#renderer/core/locale.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { Application } from '#shared/features/wallets/applications.contract.ts'
import { GENERAL, useProjectName } from './use-projects.ts'

type Asked = Pick<Application, 'give' | 'integral' | 'frequency' | 'laps' | 'projectType'>

/** The requested gift in one line. */
export function useRequestText(): (row: Asked) => string {
  const { t } = useText()
  const named = useProjectName()
  return ({ give, integral, frequency, laps, projectType }) => {
    const project = projectType === GENERAL ? '' : ` (${named(projectType)})`
    return [
      give > 0 ? `${t('wallets.give')} ${formatAmount(give)}` : '',
      integral > 0 ? `${t('wallets.integral')} ${integral}` : '',
      frequency > 0 ? `${t('wallets.frequency')} ${frequency}${project}` : '',
      laps > 0 ? `${t('wallets.laps')} ${laps}` : '',
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

const tones: Record<Application['applyState'], Tone> = { '0': 'warning', '1': 'success', '2': 'error' }

export function ApplyStateTag({ row }: { row: Pick<Application, 'applyState' | 'applyState_dictText'> }) {
  const { t } = useText()
  return <ToneTag tone={tones[row.applyState]}>{row.applyState_dictText ?? t(`apply.state.${row.applyState}`)}</ToneTag>
}
