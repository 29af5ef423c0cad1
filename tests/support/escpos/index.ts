export { receiptlineCommands } from './commands.ts'
export { type DecodedLine, type DecodedTicket, decodeTicket, gnuIconv } from './decoder.ts'
export { FakeClock } from './fake-clock.ts'
export { type PrinterSink, type SinkJob, type SinkMode, type SinkOptions, startPrinterSink } from './sink.ts'
