import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'

/** Exchanges value between wallets of a member; loaded on first use. */
export const ExchangeDialog = lazyDialog(async () => (await import('./exchange-dialog.tsx')).ExchangeDialog)
