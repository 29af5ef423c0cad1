export { type PaymentNumbers, paymentNumbers, paymentNumbersOf } from './payment-numbers.repository.ts'
export { takesCodes } from './payment-providers.service.ts'
export { processPayments } from './payments.job.ts'
export { type PaymentToStart, paymentCall, startPayment } from './start-payment.service.ts'
