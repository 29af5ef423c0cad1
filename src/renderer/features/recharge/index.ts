import { lazy } from 'react'

/** Recharges a member, or opens a card, over another screen; loaded when it is first opened. */
export const RechargeDialog = lazy(async () => ({ default: (await import('./recharge-dialog.tsx')).RechargeDialog }))
export { RechargeOrderPicker } from './recharge-order-picker.tsx'
