export { ApplyDialog } from './apply-dialog.tsx'
export { useWalletActions } from './use-wallet-actions.tsx'
