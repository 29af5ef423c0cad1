export { DeductDialog } from './deduct-dialog.tsx'
export { LinkDialog } from './link-dialog.tsx'
export { canLink, settleLabel, ticketsOf } from './play-records.calc.ts'
