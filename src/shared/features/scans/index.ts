export { cardNumberOfBytes, cardNumberOfText, maskCardNumber } from './card-number.calc.ts'
export { isSuffixKey, type WedgeKey } from './key-text.calc.ts'
export { acceptRead, noReads, type RecentReads, repeatWindowMs } from './repeat-filter.calc.ts'
export { classifyScan, defaultScanRules, type RawScan, type ScanRules } from './scan-router.calc.ts'
export {
  defaultWedgeOptions,
  idleWedge,
  type WedgeOptions,
  type WedgeState,
  type WedgeVerdict,
  wedgeStep,
} from './wedge.calc.ts'
