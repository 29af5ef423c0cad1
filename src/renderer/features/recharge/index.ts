import { lazy } from 'react'

/** Recharges a member or opens a card, over another screen; loaded on first use. */
export const RechargeDialog = lazy(async () => ({ default: (await import('./recharge-dialog.tsx')).RechargeDialog }))
export { RechargeOrderPicker } from './recharge-order-picker.tsx'
