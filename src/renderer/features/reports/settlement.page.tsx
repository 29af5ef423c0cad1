import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Switch } from 'antd'
import { client } from '#renderer/core/client.ts'
import { dated } from '#renderer/core/dated.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { type Settlement, type SettlementOwed, settlement } from '#shared/features/reports/settlement.contract.ts'
import type { ChainSettings } from '#shared/features/stores/chain-settings.contract.ts'
import { ReportPage } from './report-page.tsx'

/** Whether chains share their members' cards, and what their stores owe each other for it. */
export function SettlementPage() {
  const mayShare = useMay('chain:settings')
  return (
    <ReportPage
      title="menu.settlement"
      name="settlement"
      ask={async (asked) => dated(await client.settlement.query({ query: asked }))}
      daysOf={(found) => found}
      workbook={settlement.exportXls}
    >
      {(found) => (
        <>
          {mayShare ? <SharedCards /> : null}
          <Found found={found} />
        </>
      )}
    </ReportPage>
  )
}

function SharedCards() {
  const { t } = useText()
  const ask = useQuestion()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const chains = useQuery({
    queryKey: ['chainSettings'],
    queryFn: async () => (await client.chainSettings.list({})).result,
  })
  const change = ({ orgCode, departName, stores }: ChainSettings, isOn: boolean) =>
    ask({
      title: t(isOn ? 'chainSetting.turnOn' : 'chainSetting.turnOff'),
      content: t(isOn ? 'chainSetting.turnOn.effect' : 'chainSetting.turnOff.effect', { name: departName, stores }),
      ok: t('action.confirm'),
      isDanger: !isOn,
      async onOk() {
        try {
          await client.chainSettings.edit({ body: { orgCode, sharedCards: isOn ? 'YES' : 'NO' } })
          await queries.invalidateQueries({ queryKey: ['chainSettings'] })
        } catch (error) {
          void message.error(textOfError(t, error))
        }
      },
    })
  if (chains.error) return <ErrorBlock error={chains.error} retry={() => void chains.refetch()} />
  return chains.data?.map((chain) => (
    <section key={chain.orgCode} className="pl-panel pl-settlement-chain" aria-label={chain.departName}>
      <Switch
        aria-label={`${chain.departName} ${t('chainSetting.sharedCards')}`}
        checked={chain.sharedCards === 'YES'}
        onChange={(isOn) => change(chain, isOn)}
      />
      <div>
        <strong>
          {chain.departName} · {t('chainSetting.sharedCards')}
        </strong>
        <p className="pl-report-hint">{t('chainSetting.sharedCards.effect')}</p>
      </div>
    </section>
  ))
}

type Line = Settlement['pairs'][number]

function Found({ found }: { found: Settlement }) {
  const { t } = useText()
  const { pairs, days, total } = found
  if (pairs.length === 0) {
    return (
      <div className="pl-panel">
        <EmptyBlock title={t('settlement.none')} hint={t('settlement.hint')} />
      </div>
    )
  }
  const nameOf = ({ homeOrgCode_dictText: home, rideOrgCode_dictText: ride }: Line) =>
    t('settlement.pair', { home, ride })
  return (
    <>
      <p className="pl-report-hint">{t('settlement.hint')}</p>
      <OwedTable
        title={t('settlement.pairs')}
        lines={pairs.map((pair) => [`${pair.homeOrgCode} ${pair.rideOrgCode}`, nameOf(pair), pair])}
        total={total}
      />
      <OwedTable
        title={t('settlement.byDay')}
        lines={days.map((one) => [
          `${one.day} ${one.homeOrgCode} ${one.rideOrgCode}`,
          `${one.day} ${nameOf(one)}`,
          one,
        ])}
      />
    </>
  )
}

/** In money; the others are counts, which are shown only where there are any. */
const MONEY = ['balance', 'give'] as const
const COUNTS = ['integral', 'laps', 'coins', 'frequency', 'unlimited'] as const

interface OwedTableProps {
  title: string
  lines: readonly [key: string, name: string, owed: SettlementOwed][]
  total?: SettlementOwed
}

function OwedTable({ title, lines, total }: OwedTableProps) {
  const { t } = useText()
  const counts = COUNTS.filter((name) => lines.some(([, , owed]) => owed[name] !== 0))
  const cells = (owed: SettlementOwed) => (
    <>
      {MONEY.map((name) => (
        <td key={name}>
          <Money value={owed[name]} />
        </td>
      ))}
      {counts.map((name) => (
        <td key={name}>{owed[name]}</td>
      ))}
      <td>{owed.charges}</td>
    </>
  )
  return (
    <section className="pl-panel pl-settlement-table">
      <table className="pl-report-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {[...MONEY, ...counts].map((name) => (
              <th key={name} scope="col">
                {t(`ledgerAccount.${name}`)}
              </th>
            ))}
            <th scope="col">{t('settlement.charges')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([key, name, owed]) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells(owed)}
            </tr>
          ))}
        </tbody>
        {total ? (
          <tfoot>
            <tr>
              <th scope="row">{t('reports.total')}</th>
              {cells(total)}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}
