export { workOnPayments } from './payments.job.ts'
export { type PaymentToStart, paymentCall, startPayment } from './start-payment.service.ts'
