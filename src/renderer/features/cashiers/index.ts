export { CashierField } from './cashier-field.tsx'
export { asksForCashier, type ChosenCashier, isUnproven, showBadge, useCashier } from './use-cashier.ts'
