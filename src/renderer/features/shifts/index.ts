export { type PaidFrom, PayFromField } from './pay-from.tsx'
export { ShiftField } from './shift-field.tsx'
export { refreshShifts } from './use-shift.ts'
