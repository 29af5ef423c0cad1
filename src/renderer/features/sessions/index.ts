export { useRecordFilters } from './record-filters.ts'
