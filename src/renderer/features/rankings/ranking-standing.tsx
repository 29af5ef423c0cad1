import { Alert, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { Ranking, RankingCause, RankingState, RankingVoid } from '#shared/features/rankings/ranking.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'

const tones: Record<RankingState, Tone> = { open: 'success', closing: 'neutral', published: 'info', voided: 'error' }

interface RankingStandingProps {
  ranking: Ranking
  onVersion(version: number | undefined): void
}

/** The subject of a ranking and its state: open, published, corrected or voided. */
export function RankingStanding({ ranking, onVersion }: RankingStandingProps) {
  const { t } = useText()
  const { from, until, state, versions, version, voided, partlyVoided, clearedTime } = ranking
  const days = from === null ? t('ranking.period.overgame') : from === until ? from : `${from} – ${until}`
  const [latest] = versions
  const isOld = version !== null && version !== latest?.version
  const words = useVoidWords()
  const causeOf = useCauseWords()
  return (
    <header className="pl-ranking-standing">
      <h2>
        {ranking.vehicleType || t('ranking.noType')} · {ranking.roleName} <small>{days}</small>{' '}
        {state === 'closing' && ranking.places.length === 0 ? null : (
          <ToneTag tone={tones[state]}>{t(`ranking.standing.${state}`)}</ToneTag>
        )}{' '}
        {versions.length > 1 ? <ToneTag tone="warning">{t('ranking.corrected')}</ToneTag> : null}
      </h2>
      {versions.length > 1 ? (
        <Select
          aria-label={t('ranking.version')}
          value={version}
          options={versions.map((one) => ({
            value: one.version,
            label:
              one.version === 1
                ? `${t('ranking.asPublished')} · ${one.publishTime}`
                : t('ranking.versionAt', { version: one.version, time: one.publishTime }),
          }))}
          onChange={(chosen) => onVersion(chosen === latest?.version ? undefined : (chosen ?? undefined))}
        />
      ) : null}
      {latest && !isOld ? (
        <p>
          {latest.cause
            ? t('ranking.correctedAt', { time: latest.publishTime, cause: causeOf(latest.cause) })
            : t('ranking.published', { time: latest.publishTime })}
        </p>
      ) : null}
      {isOld ? <Alert type="warning" showIcon title={t('ranking.older')} /> : null}
      {clearedTime ? <p>{t('ranking.clearedAt', { time: clearedTime.slice(11, 16) })}</p> : null}
      {voided ? <Alert type="error" showIcon title={words(voided)} /> : null}
      {partlyVoided.map((one) => (
        <Alert key={one.id} type="warning" showIcon title={words(one)} />
      ))}
    </header>
  )
}

/** Returns a function that describes a void as text. */
export function useVoidWords(): (one: RankingVoid) => string {
  const { t } = useText()
  return ({ voidBy: by, voidTime: time, from, until, reason }) =>
    t('ranking.voidedBy', { by, time, from, until, reason })
}

function useCauseWords(): (cause: RankingCause) => string {
  const { t } = useText()
  return (cause) => {
    if (cause.kind === 'lap') {
      return t('ranking.standing.correctedBy.lap', { racer: cause.racer, time: lapTime(cause.ms) })
    }
    if (cause.kind === 'restored') return t('ranking.standing.correctedBy.restored', { reason: cause.reason })
    if (cause.kind === 'void') return t('ranking.standing.correctedBy.void', { reason: cause.reason })
    return t('ranking.standing.correctedBy.again')
  }
}
