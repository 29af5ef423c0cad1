import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { dated } from '#renderer/core/dated.ts'
import { useText } from '#renderer/core/locale.ts'
import { type Bar, Bars } from '#renderer/ui/chart/bars.tsx'
import { AsOf } from '#renderer/ui/display/as-of.tsx'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { type CommentFigure, CommentGroup } from '#shared/features/statistics/comment-figures.schema.ts'
import { EVERY_MS, type FigureSearch } from './use-figures.ts'

/** Average stars and number of comments of the chosen days; nothing where there are none. */
export function CommentStatistics({ search: { by: _, ...query } }: { search: FigureSearch }) {
  const { t } = useText()
  const [by, setBy] = useState<CommentGroup>('day')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['statistics', 'comments', by, query],
    queryFn: async () => dated(await client.statistics.comments({ query: { ...query, by } })),
    placeholderData: (before) => before,
    refetchInterval: EVERY_MS,
  })
  if (error)
    return (
      <div className="pl-panel">
        <ErrorBlock error={error} retry={() => void refetch()} />
      </div>
    )
  if (!data || data.total.count === 0) return null
  const { rows, total } = data
  const textOf = ({ average, count }: Pick<CommentFigure, 'average' | 'count'>) => `${average ?? '—'} ★ · ${count}`
  const bars = rows.map((row): Bar => {
    const label = row.name || row.key
    return {
      key: row.key,
      label,
      tick: by === 'day' ? row.key.slice(5) : label.slice(0, 6),
      value: row.average ?? 0,
      text: textOf(row),
    }
  })
  return (
    <section {...shownOld(isPlaceholderData, 'pl-panel pl-figure-panel')} aria-label={t('commentFigure.title')}>
      <h2>
        {t('commentFigure.title')} · {textOf(total)} <AsOf at={data.asOf} />
      </h2>
      <Segmented
        aria-label={t('commentFigure.by')}
        value={by}
        options={CommentGroup.options.map((value) => ({ value, label: t(`commentFigure.by.${value}`) }))}
        onChange={setBy}
      />
      <Bars
        title={t('commentFigure.average')}
        head={[t(`commentFigure.by.${by}`), t('commentFigure.average')]}
        bars={bars}
      />
      <Bars
        title={t('commentFigure.count')}
        head={[t('comment.stars'), t('commentFigure.count')]}
        bars={total.stars.map((count, index) => ({
          label: t('commentFigure.star', { stars: index + 1 }),
          tick: `${index + 1} ★`,
          value: count,
          text: String(count),
        }))}
      />
    </section>
  )
}
