export { DeductDialog } from './deduct-dialog.tsx'
export { canDeduct, ticketsOf } from './play-records.calc.ts'
