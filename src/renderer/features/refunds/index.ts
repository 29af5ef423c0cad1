import { lazy } from 'react'

/** Voids the last sale of this counter, over another screen; loaded on first use. */
export const VoidDialog = lazy(async () => ({ default: (await import('./void-dialog.tsx')).VoidDialog }))
export { useRefund } from './use-refund.tsx'
