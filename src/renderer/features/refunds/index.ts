export { useRefund } from './use-refund.tsx'
