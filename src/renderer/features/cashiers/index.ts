export { CashierField } from './cashier-field.tsx'
export { asksForCashier, isUnproven, useCashier } from './use-cashier.ts'
