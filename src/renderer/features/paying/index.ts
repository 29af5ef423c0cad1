export { GoodsPaymentForm, useTender } from './goods-payment.tsx'
export { PayDialog } from './pay-dialog.tsx'
export {
  hidePayments,
  removePayment,
  storePayment,
  type UnsettledPayment,
  useUnsettledPayments,
} from './unsettled.ts'
