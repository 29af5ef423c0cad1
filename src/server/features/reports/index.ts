export { writeSheet } from './report-workbook.service.ts'
