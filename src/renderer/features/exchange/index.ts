import { lazy } from 'react'

/** Exchanges value between wallets of a member; loaded on first use. */
export const ExchangeDialog = lazy(async () => ({ default: (await import('./exchange-dialog.tsx')).ExchangeDialog }))
