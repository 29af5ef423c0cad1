export { terminalSettings } from './settings.fields.ts'
