export { CashierField } from './cashier-field.tsx'
export { asksForCashier, useCashier } from './use-cashier.ts'
