export { DeductDialog } from './deduct-dialog.tsx'
export { canDeduct, ticketsOf } from './play-records.calc.ts'
export { useRecordFilters } from './record-filters.ts'
