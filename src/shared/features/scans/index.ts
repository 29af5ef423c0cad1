export { cardNumberOfBytes, cardNumberOfText, maskCardNumber } from './card-number.calc.ts'
export { isModifierKey, isSuffixKey, type WedgeKey } from './key-text.calc.ts'
export { acceptRead, noReads } from './repeat-filter.calc.ts'
export { classifyScan, defaultScanRules, type RawScan, type ScanRules, scanRulesOf } from './scan-router.calc.ts'
export { idOfPlaceCode, idOfResultKey, placeCode, ticketCode } from './ticket-code.calc.ts'
export {
  idleWedge,
  lastTypedAt,
  QUIET_MS,
  type SortedKeys,
  type WedgeEnd,
  wedgeQuiet,
  wedgeRelease,
  wedgeStep,
} from './wedge.calc.ts'
export { usualShapes, type WedgeShapes } from './wedge-judge.calc.ts'
