export { isTableCode, tableItems } from './table-dictionaries.service.ts'
