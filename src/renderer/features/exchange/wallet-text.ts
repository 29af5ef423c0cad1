import { useText } from '#renderer/core/locale.ts'
import { formatAmount } from '#shared/core/money.ts'
import { isMoneyWallet } from '#shared/features/exchange/exchange.calc.ts'
import type { ExchangeRateFields } from '#shared/features/exchange/exchange-rates.contract.ts'

type Wallet = ExchangeRateFields['fromWallet']
export type ShownRate = Pick<ExchangeRateFields, 'fromWallet' | 'toWallet' | 'fromAmount' | 'toAmount'> & {
  fromProject_dictText?: string | null
  toProject_dictText?: string | null
}

/** An amount of a wallet: money with two decimals. */
export const walletAmount = (wallet: string, value: number): string =>
  isMoneyWallet(wallet) ? formatAmount(value) : String(value)

/** The texts of wallets and rates. */
export function useWalletText() {
  const { t } = useText()
  const nameOf = (wallet: Wallet, project?: string | null): string =>
    project && wallet === 'frequency'
      ? t('exchange.ofProject', { wallet: t(`wallets.${wallet}`), project })
      : t(`wallets.${wallet}`)
  return {
    nameOf,
    rateText: (rate: ShownRate): string =>
      t('exchange.rateText', {
        fromAmount: walletAmount(rate.fromWallet, rate.fromAmount),
        from: nameOf(rate.fromWallet, rate.fromProject_dictText),
        toAmount: walletAmount(rate.toWallet, rate.toAmount),
        to: nameOf(rate.toWallet, rate.toProject_dictText),
      }),
  }
}
