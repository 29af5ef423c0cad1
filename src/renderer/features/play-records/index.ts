export { DeductDialog } from './deduct-dialog.tsx'
export { settleWord, ticketsOf } from './play-records.calc.ts'
