export { runDeviceCheck } from './run-check.ts'
