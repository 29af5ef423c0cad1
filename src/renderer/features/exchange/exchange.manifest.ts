import type { SliceManifest } from '#renderer/core/slice.ts'

export const exchangeManifest: SliceManifest = {
  pages: {
    'exchange/SysExchangeRateList': async () => (await import('./exchange-rates.page.tsx')).ExchangeRatesPage,
    'exchange/SysExchangeList': async () => (await import('./exchanges.page.tsx')).ExchangesPage,
  },
  live: { exchanges: ['crud'], wallets: ['exchangeOptions'] },
}
