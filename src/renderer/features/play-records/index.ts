export { DeductDialog } from './deduct-dialog.tsx'
export { LinkDialog } from './link-dialog.tsx'
export { canLink, settleLabel } from './play-records.calc.ts'
