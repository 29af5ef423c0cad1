export { checkDevices } from './device-check.ts'
export { hasProblems, pageOf, reportOf, summaryOf } from './report.ts'
