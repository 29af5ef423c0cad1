export { type CardReader, type CardReaderDeps, createCardReader } from './card-reader.ts'
export type { PortInfo } from './ports.ts'
export { createScanRouter, type ScanRouter, type ScanRouterDeps } from './scan-router.ts'
