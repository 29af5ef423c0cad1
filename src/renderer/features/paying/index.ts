export { PayDialog } from './pay-dialog.tsx'
export {
  forgetPayment,
  rememberPayment,
  setPaymentsAside,
  type UnsettledPayment,
  useUnsettledPayments,
} from './unsettled.ts'
