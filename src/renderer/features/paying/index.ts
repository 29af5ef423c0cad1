export { PayDialog } from './pay-dialog.tsx'
export { forgetPayment, rememberPayment, type UnsettledPayment, useUnsettledPayments } from './unsettled.ts'
