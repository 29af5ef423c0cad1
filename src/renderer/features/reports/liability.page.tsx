import { client } from '#renderer/core/client.ts'
import { dated } from '#renderer/core/dated.ts'
import { type Translate, useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { FigureInfo } from '#renderer/ui/display/info-mark.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import type { Liability, Owed, PaidAndGift } from '#shared/features/reports/liability.contract.ts'
import { liability } from '#shared/features/reports/liability.contract.ts'
import type { FigureName } from '#shared/help/figures.ts'
import { isTextKey } from '#shared/i18n/catalogue.ts'
import { ReportPage } from './report-page.tsx'

/** The stored value of members: paid and gift, by age and expiry, and its changes. */
export function LiabilityPage() {
  const { t } = useText()
  return (
    <ReportPage
      title="menu.liability"
      name="liability"
      ask={async (asked) => dated(await client.liability.query({ query: asked }))}
      daysOf={({ movement }) => movement}
      workbook={liability.exportXls}
    >
      {(found) => <Found found={found} t={t} />}
    </ReportPage>
  )
}

function Found({ found, t }: { found: Liability; t: Translate }) {
  const { total, stores, movement, takenTime } = found
  if (stores.length === 0) {
    return (
      <div className="pl-panel">
        <EmptyBlock title={t('liability.none')} hint={t('liability.hint')} />
      </div>
    )
  }
  const { before, causes, after, from, until } = movement
  return (
    <>
      <div className="pl-report-figures">
        <Figure figure="owedBalance" name={t('liability.balance')} value={<Money value={total.balance} />} />
        <Figure figure="owedGive" name={t('liability.give')} value={<Money value={total.give} />} />
        <Figure figure="held" name={t('liability.held')} value={<Money value={total.held} />} />
        <Others owed={total} t={t} />
      </div>
      <p className="pl-report-hint">
        {t('liability.hint')} <When value={takenTime} />
      </p>
      <div className="pl-report-panels">
        <PairTable
          title={t('liability.byAge')}
          lines={total.ages.map(({ age, ...pair }) => [t(`liability.age.${age}`), pair])}
          sum={total}
        />
        <PairTable
          title={t('liability.byEnd')}
          lines={total.ends.map(({ end, ...pair }) => [t(`liability.end.${end}`), pair])}
          sum={total}
        />
        <PairTable
          title={`${t('liability.movement')} · ${t('reports.days', { from, until })}`}
          lines={[
            [t('liability.before', { day: from }), before],
            ...causes.map(({ causeKind, ...pair }): [string, PaidAndGift] => [causeName(t, causeKind), pair]),
          ]}
          sum={after}
          sumName={t('liability.after', { day: until })}
        />
        {stores.length > 1 ? (
          <PairTable
            title={t('liability.byStore')}
            lines={stores.map((store) => [store.sysOrgCode_dictText, store])}
            sum={total}
          />
        ) : null}
      </div>
    </>
  )
}

const causeName = (t: Translate, cause: string): string => {
  const key = `ledgerCause.${cause}`
  return isTextKey(key) ? t(key) : cause
}

const Figure = ({ figure, name, value }: { figure: FigureName; name: string; value: React.ReactNode }) => (
  <section className="pl-panel" aria-label={name}>
    <span>
      {name} <FigureInfo figure={figure} />
    </span>
    <strong>{value}</strong>
  </section>
)

const Others = ({ owed, t }: { owed: Owed; t: Translate }) => (
  <section className="pl-panel pl-report-others">
    <span>
      {t('ledgerAccount.integral')} <b>{owed.integral}</b>
    </span>
    <span>
      {t('ledgerAccount.laps')} <b>{owed.laps}</b>
    </span>
    <span>
      {t('ledgerAccount.coins')} <b>{owed.coins}</b>
    </span>
    <span>
      {t('ledgerAccount.frequency')} <b>{owed.frequency}</b>
    </span>
    <span>
      {t('liability.cards')} <FigureInfo figure="cards" /> <b>{owed.cards}</b>
    </span>
  </section>
)

interface PairTableProps {
  title: string
  lines: readonly [name: string, pair: PaidAndGift][]
  sum: PaidAndGift
  sumName?: string
}

/** A table with paid and gift value side by side. */
function PairTable({ title, lines, sum, sumName }: PairTableProps) {
  const { t } = useText()
  return (
    <section className="pl-panel">
      <table className="pl-report-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('liability.balance')}</th>
            <th scope="col">{t('liability.give')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, { balance, give }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Money value={balance} />
              </td>
              <td>
                <Money value={give} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{sumName ?? t('reports.total')}</th>
            <td>
              <Money value={sum.balance} />
            </td>
            <td>
              <Money value={sum.give} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
