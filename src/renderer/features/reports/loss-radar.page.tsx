import { client } from '#renderer/core/client.ts'
import { dated } from '#renderer/core/dated.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { radarMeasures } from '#shared/features/reports/loss-radar.calc.ts'
import { type LossRadar, lossRadar } from '#shared/features/reports/loss-radar.contract.ts'
import { RadarCell } from './radar-cell.tsx'
import { ReportPage } from './report-page.tsx'

type Person = LossRadar['people'][number]

/** Refunds, gifts, cancellations and cash shortages per user; the most conspicuous come first. */
export function LossRadarPage() {
  return (
    <ReportPage
      title="menu.lossRadar"
      name="lossRadar"
      ask={async (asked) => dated(await client.lossRadar.query({ query: asked }))}
      daysOf={(found) => found}
      workbook={lossRadar.exportXls}
    >
      {(found) => <Found found={found} />}
    </ReportPage>
  )
}

function Found({ found }: { found: LossRadar }) {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const { people } = found
  const count = people.flatMap(({ figures }) => figures).filter(({ isUnusual }) => isUnusual).length
  if (people.length === 0) {
    return (
      <div className="pl-panel">
        <EmptyBlock title={t('radar.none')} />
      </div>
    )
  }
  return (
    <>
      <p className="pl-report-hint">
        {count === 0 ? (
          <ToneTag tone="success">{t('radar.quiet')}</ToneTag>
        ) : (
          <ToneTag tone="error">{t('radar.unusualCount', { count })}</ToneTag>
        )}{' '}
        {t('radar.rule')}
      </p>
      {isPhone ? <Cards found={found} /> : <Table found={found} />}
    </>
  )
}

/** One row per user, one column per indicator. */
function Table({ found }: { found: LossRadar }) {
  const { t } = useText()
  return (
    <section className="pl-panel pl-radar pl-printed-wide">
      <table className="pl-report-table">
        <thead>
          <tr>
            <th scope="col">{t('radar.person')}</th>
            <th scope="col">{t('radar.orders')}</th>
            {radarMeasures.map((measure) => (
              <th key={measure} scope="col">
                {t(`radar.${measure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.people.map((person) => (
            <tr key={person.userId}>
              <th scope="row">{person.realname}</th>
              <td>{person.orders}</td>
              {person.figures.map((figure) => (
                <td key={figure.measure}>
                  <RadarCell figure={figure} person={person} radar={found} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const happened = ({ figures }: Person) => figures.filter(({ count }) => count > 0)

/** One card per user, with the indicators that occurred. */
function Cards({ found }: { found: LossRadar }) {
  const { t } = useText()
  return found.people.map((person) => (
    <section className="pl-panel" key={person.userId}>
      <table className="pl-report-table">
        <caption>
          {person.realname} <small>{`${t('radar.orders')} ${person.orders}`}</small>
        </caption>
        <tbody>
          {happened(person).map((figure) => (
            <tr key={figure.measure}>
              <th scope="row">{t(`radar.${figure.measure}`)}</th>
              <td>
                <RadarCell figure={figure} person={person} radar={found} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ))
}
