export { printingOf } from './print-layouts.repository.ts'
