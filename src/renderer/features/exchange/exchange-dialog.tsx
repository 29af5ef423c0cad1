import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, InputNumber, Modal, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { isMoneyWallet, NO_LIMIT } from '#shared/features/exchange/exchange.calc.ts'
import type { ExchangeOption } from '#shared/features/exchange/exchanges.schema.ts'
import { exchangePreview, mostOf, previewProblem } from './exchange-preview.calc.ts'
import { useWalletText, walletAmount } from './wallet-text.ts'
import './exchange.css'

interface ExchangeDialogProps {
  userId: string
  /** Shown in the title; default: the number. */
  name?: string
  onDone?(): void
  onClose(): void
}

/** Exchanges value between wallets of a member, with a preview. */
export function ExchangeDialog({ userId, name = userId, onDone, onClose }: ExchangeDialogProps) {
  const { t } = useText()
  const found = useQuery({
    queryKey: ['exchangeOptions', userId],
    queryFn: async () => (await client.exchanges.options({ query: { userId } })).result,
    gcTime: 0,
  })
  const { data } = found
  return (
    <Modal
      open
      width={560}
      title={t('exchange.titleOf', { name })}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {found.isPending ? <Skeleton active paragraph={{ rows: 5 }} /> : null}
      {found.error ? <ErrorBlock error={found.error} retry={() => void found.refetch()} /> : null}
      {data?.rates.length === 0 ? <EmptyBlock title={t('empty.exchangeRates')} /> : null}
      {data && data.rates.length > 0 ? (
        <ExchangeForm
          userId={userId}
          rates={data.rates}
          needsPassword={data.passwordRequired}
          onDone={() => {
            onDone?.()
            onClose()
          }}
          onClose={onClose}
        />
      ) : null}
    </Modal>
  )
}

interface ExchangeFormProps {
  userId: string
  rates: readonly ExchangeOption[]
  needsPassword: boolean
  onDone(): void
  onClose(): void
}

function ExchangeForm({ userId, rates, needsPassword, onDone, onClose }: ExchangeFormProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [rateId, setRateId] = useState(() => (rates.find((rate) => mostOf(rate) > 0) ?? rates[0])?.rateId ?? '')
  const [amount, setAmount] = useState<number | null>(null)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  const rate = rates.find((one) => one.rateId === rateId) ?? rates[0]
  const preview = rate ? exchangePreview(rate, amount) : null
  const problem = rate && amount !== null ? previewProblem(rate, amount) : null
  // The server knows what has changed since the rates were read.
  const checked = useQuery({
    queryKey: ['exchangeOptions', userId, rateId, amount],
    queryFn: async () => (await client.exchanges.preview({ query: { userId, rateId, amount: amount ?? 0 } })).result,
    enabled: preview !== null && problem === null && rate?.refusal === '',
    gcTime: 0,
  })
  if (!rate) return null
  const wrong = rate.refusal || problemText() || (checked.data?.refusal?.message ?? '')
  const isReady = preview !== null && wrong === '' && (!needsPassword || password !== '')

  function problemText(): string {
    if (!rate || !problem) return ''
    const shown = Object.entries(problem.details).map(([key, value]) => [key, walletAmount(rate.fromWallet, value)])
    return t(`error.${problem.code}`, Object.fromEntries(shown))
  }
  const send = async () => {
    if (!isReady || isBusy || amount === null) return
    setBusy(true)
    setFailure(null)
    const body = { userId, rateId: rate.rateId, amount, received: preview.received }
    try {
      await withKey(body, (key) => client.exchanges.add({ key, body: { ...body, password } }))
      void message.success(t('exchange.state.done'))
      await Promise.all(
        ['crud', 'memberWallets', 'memberGlance'].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey: [queryKey] }),
        ),
      )
      onDone()
    } catch (error) {
      setFailure(error)
      setPassword('')
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['exchangeOptions', userId] })
    }
  }
  return (
    <Form layout="vertical" className="pl-exchange" onFinish={() => void send()}>
      <Form.Item label={t('exchange.choose')}>
        <Radio.Group
          className="pl-exchange-rates"
          value={rate.rateId}
          onChange={({ target }) => {
            setRateId(target.value as string)
            setAmount(null)
            setFailure(null)
          }}
        >
          {rates.map((one) => (
            <Radio key={one.rateId} value={one.rateId}>
              <RateLine rate={one} />
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item
        label={t('exchange.amount')}
        htmlFor="exchange-amount"
        validateStatus={amount !== null && wrong ? 'error' : ''}
        help={amount !== null ? wrong : ''}
      >
        <div className="pl-exchange-amount">
          <InputNumber
            id="exchange-amount"
            autoFocus
            min={0}
            max={1_000_000}
            step={rate.step}
            precision={isMoneyWallet(rate.fromWallet) ? 2 : 0}
            inputMode={isMoneyWallet(rate.fromWallet) ? 'decimal' : 'numeric'}
            value={amount}
            disabled={rate.refusal !== ''}
            onChange={(next) => setAmount(next)}
          />
          <Button disabled={rate.refusal !== '' || mostOf(rate) === 0} onClick={() => setAmount(mostOf(rate))}>
            {t('exchange.all', { amount: walletAmount(rate.fromWallet, mostOf(rate)) })}
          </Button>
        </div>
      </Form.Item>
      <PreviewTable rate={rate} amount={amount} />
      {needsPassword ? (
        <Form.Item label={t('exchange.password')} htmlFor="exchange-password" required>
          <Input.Password
            id="exchange-password"
            autoComplete="off"
            inputMode="numeric"
            maxLength={64}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Form.Item>
      ) : null}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <div className="pl-dialog-foot">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isReady}>
          {t('exchange.send')}
        </Button>
      </div>
    </Form>
  )
}

/** A rate with what the member has for it, or why it cannot be used. */
function RateLine({ rate }: { rate: ExchangeOption }) {
  const { t } = useText()
  const { rateText } = useWalletText()
  const left = rate.dayLimit - rate.usedToday
  const facts = [
    t('exchange.available', { amount: walletAmount(rate.fromWallet, rate.available) }),
    ...(rate.dayLimit === NO_LIMIT
      ? []
      : [
          t('exchange.leftToday', { amount: walletAmount(rate.fromWallet, Math.max(0, Math.round(left * 100) / 100)) }),
        ]),
  ]
  return (
    <span className="pl-exchange-rate">
      <strong>{rateText(rate)}</strong>
      <small>{rate.refusal || facts.join(' · ')}</small>
    </span>
  )
}

/** Both wallets now and after the exchange. */
function PreviewTable({ rate, amount }: { rate: ExchangeOption; amount: number | null }) {
  const { t } = useText()
  const { nameOf } = useWalletText()
  const preview = exchangePreview(rate, amount)
  const lines = [
    {
      key: 'from',
      wallet: rate.fromWallet,
      name: nameOf(rate.fromWallet, rate.fromProject_dictText),
      now: rate.available,
      change: amount === null ? '' : `−${walletAmount(rate.fromWallet, amount)}`,
      after: preview?.fromAfter,
    },
    {
      key: 'to',
      wallet: rate.toWallet,
      name: nameOf(rate.toWallet, rate.toProject_dictText),
      now: rate.toValue,
      change: preview ? `+${walletAmount(rate.toWallet, preview.received)}` : '',
      after: preview?.toAfter,
    },
  ]
  return (
    <table className="pl-exchange-lines" aria-live="polite">
      <thead>
        <tr>
          <th scope="col">{t('wallets.wallet')}</th>
          <th scope="col">{t('exchange.now')}</th>
          <th scope="col">{t('wallets.change')}</th>
          <th scope="col">{t('exchange.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, wallet, name, now, change, after }) => (
          <tr key={key}>
            <td>{name}</td>
            <td className="pl-amount">{walletAmount(wallet, now)}</td>
            <td className="pl-amount">{change || '—'}</td>
            <td className="pl-amount">
              {after === undefined ? '—' : <strong>{after < 0 ? '—' : walletAmount(wallet, after)}</strong>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
