export { type PaidFrom, PayFromField } from './pay-from.tsx'
export { ShiftField } from './shift-field.tsx'
export { ShiftOffer } from './shift-offer.tsx'
export { refreshShifts } from './use-shift.ts'
