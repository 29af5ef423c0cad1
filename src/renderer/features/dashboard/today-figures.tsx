import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Covers } from '#renderer/ui/display/covers.tsx'
import './analysis.css'

/** The three main figures. */
export function FiguresOfToday() {
  const { t } = useText()
  const figures = useQuery({
    queryKey: ['playRecords', 'today'],
    queryFn: async () => (await client.playBeforePay.today({})).result,
  })
  const { data, error } = figures
  if (error) {
    return (
      <div className="pl-panel">
        <ErrorBlock error={error} retry={() => void figures.refetch()} />
      </div>
    )
  }
  return (
    <div className="pl-figures">
      <Figure name={t('home.starts')} value={data?.starts} />
      <Figure name={t('home.hung')} value={data?.hung} isUrgent={(data?.hung ?? 0) > 0} />
      <Figure name={t('home.settled')} value={data?.settled} />
    </div>
  )
}

function Figure({ name, value, isUrgent = false }: { name: string; value: number | undefined; isUrgent?: boolean }) {
  const { t } = useText()
  return (
    <section className="pl-panel pl-figure" aria-label={name}>
      <span>
        {name} <Covers isShort />
      </span>
      <strong className={isUrgent ? 'pl-figure-urgent' : ''}>
        {value === undefined ? '…' : value} <small>{t('home.count')}</small>
      </strong>
    </section>
  )
}
