import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lapTime, minuteOf } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'
import { Tabs } from '#member/ui/tabs.tsx'

const PERIODS = ['day', 'week', 'month', 'quarter', 'year', 'overgame'] as const
type Period = (typeof PERIODS)[number]

/** The member's best laps, and the ranking of the store. */
export function ResultsPage() {
  const { t } = useText()
  const [period, setPeriod] = useState<Period>('month')
  const bests = useQuery({ queryKey: ['bests'], queryFn: async () => (await client.memberHome.bests()).result })
  const ranking = useQuery({
    queryKey: ['ranking', period],
    queryFn: async () => (await client.memberHome.ranking({ query: { period } })).result,
  })
  return (
    <>
      <h2 className="m-title">{t('memberHistory.bests')}</h2>
      <Answered query={bests}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={t('memberHistory.noBests')} />
          ) : (
            <Rows
              rows={list.map(({ vehicleType, rule, ms, time }) => ({
                key: `${vehicleType} ${rule}`,
                title: rule,
                note: [vehicleType, minuteOf(time)].filter(Boolean).join(' · '),
                value: lapTime(ms),
              }))}
            />
          )
        }
      </Answered>
      <h2 className="m-title">{t('memberHistory.ranking')}</h2>
      <Tabs<Period>
        label={t('memberHistory.ranking')}
        tabs={PERIODS.map((key) => ({ key, title: t(`memberHistory.period.${key}`) }))}
        chosen={period}
        onChoose={setPeriod}
      />
      <Answered query={ranking}>
        {(shown) =>
          shown === null || shown.places.length === 0 ? (
            <Empty text={t('memberHistory.noRanking')} />
          ) : (
            <>
              <p className="m-hint">{[shown.rule, shown.vehicleType].filter(Boolean).join(' · ')}</p>
              <Rows
                rows={shown.places.map(({ place, racer, ms }) => ({
                  key: String(place),
                  title: `${place}. ${racer}`,
                  value: lapTime(ms),
                }))}
              />
            </>
          )
        }
      </Answered>
    </>
  )
}
