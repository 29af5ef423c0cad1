import { CheckCircleFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { Ago } from '#renderer/ui/display/when.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import { type HealthItem, HealthKind, type Trouble } from '#shared/features/health/venue-health.contract.ts'
import { factsOfItem, nameOfItem, textOfDevice, textOfUpdate, toneOf } from './venue-health.calc.ts'
import './venue-health.css'

const AGAIN_MS = 15_000

/** The health of a venue: problems first, each with a remedy; the other parts below by kind. */
export function VenueHealthPage() {
  const { t } = useText()
  const look = useQuery({
    queryKey: ['venueHealth'],
    queryFn: async () => (await client.venueHealth.look({})).result,
    refetchInterval: AGAIN_MS,
  })
  const { data, error } = look
  return (
    <div className="pl-page pl-health">
      <PageHead title={t('health.title')}>
        {data ? (
          <small>{t('health.checkedAt', { time: formatTime(new Date(data.takenAt), DEFAULT_ZONE, 'HH:mm:ss') })}</small>
        ) : null}
      </PageHead>
      {error ? <ErrorBlock error={error} retry={() => void look.refetch()} /> : null}
      {look.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {data ? <Items items={data.items} isOld={error !== null} /> : null}
    </div>
  )
}

function Items({ items, isOld }: { items: readonly HealthItem[]; isOld: boolean }) {
  const { t } = useText()
  const wrong = items.filter(({ troubles }) => troubles.length > 0)
  const rest = items.filter(({ troubles }) => troubles.length === 0)
  if (items.length === 0) return <EmptyBlock title={t('health.nothing')} />
  return (
    <>
      {wrong.length > 0 ? (
        <section aria-label={t('health.wrong', { count: wrong.length })}>
          <h2>{t('health.wrong', { count: wrong.length })}</h2>
          <ul className="pl-health-wrong">
            {wrong.map((item) => (
              <Wrong key={`${item.kind} ${item.id} ${item.sysOrgCode}`} item={item} />
            ))}
          </ul>
        </section>
      ) : isOld ? null : (
        <p className="pl-health-well" role="status">
          <CheckCircleFilled aria-hidden="true" /> {t('health.allWell')}
        </p>
      )}
      {HealthKind.options.map((kind) => {
        const ofKind = rest.filter((item) => item.kind === kind)
        return ofKind.length > 0 ? <Kind key={kind} kind={kind} items={ofKind} /> : null
      })}
    </>
  )
}

function Wrong({ item }: { item: HealthItem }) {
  const { t } = useText()
  return (
    <li className={`pl-panel pl-health-${item.state}`} data-kind={item.kind}>
      <h3>
        <ToneTag tone={toneOf(item.state)}>{t(`health.state.${item.state}`)}</ToneTag>
        {nameOfItem(t, item)}
        <small>{[t(`health.kind.${item.kind}`), item.sysOrgCode_dictText || t('health.system')].join(' · ')}</small>
      </h3>
      {item.troubles.map((trouble) => (
        <TroubleLine key={trouble.what} trouble={trouble} />
      ))}
      <Facts item={item} />
    </li>
  )
}

function TroubleLine({ trouble: { what, detail, count, since } }: { trouble: Trouble }) {
  const { t } = useText()
  const detailsOf = (): string => {
    if (what === 'terminalPrinter' || what === 'terminalReader') return textOfDevice(t, detail)
    if (what === 'terminalUpdate') return textOfUpdate(t, detail)
    if (what === 'vehicleBattery') return t('health.percent', { count })
    if (what === 'terminalClock') return t('health.seconds', { count })
    if (what === 'gatewaySilent' || count <= 1) return detail
    return t('health.count', { count })
  }
  const more = detailsOf()
  return (
    <div className="pl-health-trouble">
      <p>
        <strong>{t(`health.trouble.${what}`)}</strong>
        {more ? <span>{more}</span> : null}
        {since ? <Ago at={since} /> : null}
      </p>
      <small>{t(`health.hint.${what}`)}</small>
    </div>
  )
}

function Kind({ kind, items }: { kind: HealthItem['kind']; items: readonly HealthItem[] }) {
  const { t } = useText()
  const title = t(`health.kind.${kind}`)
  const lines = items.map((item) => (
    <li key={`${item.id} ${item.sysOrgCode}`}>
      <h3>
        <ToneTag tone={toneOf(item.state)}>{t(`health.state.${item.state}`)}</ToneTag>
        {nameOfItem(t, item)}
      </h3>
      <Facts item={item} />
    </li>
  ))
  return (
    <section className="pl-panel pl-health-kind" aria-label={title}>
      {kind === 'job' ? (
        <details>
          <summary>
            {title} <small>{items.length}</small>
          </summary>
          <ul>{lines}</ul>
        </details>
      ) : (
        <>
          <h2>
            {title} <small>{items.length}</small>
          </h2>
          <ul>{lines}</ul>
        </>
      )}
    </section>
  )
}

function Facts({ item }: { item: HealthItem }) {
  const { t } = useText()
  const facts = factsOfItem(t, item)
  return (
    <p className="pl-health-facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {item.kind === 'payment' || item.kind === 'emergency' ? null : (
        <span>
          {t(`health.last.${item.kind}`)} {item.lastTime ? <Ago at={item.lastTime} /> : t('health.never')}
        </span>
      )}
    </p>
  )
}
