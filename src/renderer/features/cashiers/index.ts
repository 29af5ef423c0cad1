export { CashierField } from './cashier-field.tsx'
export { asksForCashier, type ChosenCashier, isUnproven, useCashier } from './use-cashier.ts'
