export { type CardReaders, createCardReaders } from './card-readers.ts'
export { createScanRouter, type ScanRouter } from './scan-router.ts'
