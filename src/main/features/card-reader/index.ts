export { type CardReader, createCardReader } from './card-reader.ts'
export { createScanRouter, type ScanRouter } from './scan-router.ts'
