import { useQuery } from '@tanstack/react-query'
import { DatePicker, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { type Ranking, type RankingBoard, RankingPeriod } from '#shared/features/rankings/ranking.schema.ts'

/** The selected ranking; omitted fields use the store's defaults. */
export interface Asked {
  period: RankingPeriod
  day?: string | undefined
  vehicleType?: string | undefined
  ruleId?: string | undefined
  sysOrgCode?: string | undefined
  version?: number | undefined
  shown?: 'all' | 'screen' | undefined
}

interface RankingFiltersProps {
  asked: Asked
  ranking: Ranking | null
  onAsk(asked: Asked): void
}

const keyOf = ({ vehicleType, ruleId }: Pick<RankingBoard, 'vehicleType' | 'ruleId'>) => `${ruleId} ${vehicleType}`

/** Period, day, vehicle type with rule, and store. */
export function RankingFilters({ asked, ranking, onAsk }: RankingFiltersProps) {
  const { t } = useText()
  const stores = useOwnStores()
  const { period, day, sysOrgCode } = asked
  const { data: boards = [] } = useQuery({
    queryKey: ['rankings', 'boards', sysOrgCode],
    queryFn: async () => (await client.rankings.boards({ query: { sysOrgCode } })).result,
  })
  const whole = { version: undefined, shown: undefined }
  return (
    <div className="pl-ranking-filters">
      <Segmented
        aria-label={t('ranking.period')}
        value={period}
        options={RankingPeriod.options.map((value) => ({ value, label: t(`ranking.period.${value}`) }))}
        onChange={(value) => onAsk({ ...asked, ...whole, period: value })}
      />
      {period === 'overgame' ? null : (
        <DatePicker
          aria-label={t('ranking.day')}
          placeholder={t('ranking.day')}
          value={day ? dayjs(day) : null}
          disabledDate={(one) => one.isAfter(dayjs(), 'day')}
          onChange={(one) => onAsk({ ...asked, ...whole, day: one?.format('YYYY-MM-DD') })}
        />
      )}
      {boards.length > 0 ? (
        <Select
          className="pl-ranking-board"
          aria-label={t('ranking.board')}
          showSearch={{ optionFilterProp: 'label' }}
          value={ranking ? keyOf(ranking) : undefined}
          options={boards.map((board) => ({
            value: keyOf(board),
            label: `${board.vehicleType || t('ranking.noType')} · ${board.roleName}`,
          }))}
          onChange={(key) => {
            const { vehicleType, ruleId } = boards.find((board) => keyOf(board) === key) ?? {}
            onAsk({ ...asked, ...whole, vehicleType, ruleId })
          }}
        />
      ) : null}
      {stores.length > 0 ? (
        <Select
          aria-label={t('ranking.sysOrgCode')}
          value={sysOrgCode ?? ranking?.sysOrgCode}
          options={stores.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code: string) => onAsk({ period, day, sysOrgCode: code })}
        />
      ) : null}
      {ranking?.clearedTime ? (
        <Segmented
          aria-label={t('ranking.shown')}
          value={asked.shown ?? 'all'}
          options={(['all', 'screen'] as const).map((value) => ({ value, label: t(`ranking.shown.${value}`) }))}
          onChange={(shown) => onAsk({ ...asked, shown })}
        />
      ) : null}
    </div>
  )
}
