export { checkCashier } from './cashier-proof.service.ts'
export { type CashierSearch, listCashiers } from './cashiers.repository.ts'
export { withExpectedWait } from './expected-wait.service.ts'
export { playOfResultKey, resultKeyOf, resultLink, withGuestLink } from './guest-link.service.ts'
export { countOpenHung, countOpenTrials } from './hung.repository.ts'
export { printOrdered, storePrints } from './print-answer.service.ts'
export {
  markPrintedElsewhere,
  nextCopyNo,
  orderCopy,
  orderPrint,
  printedText,
  withdrawPrintJobs,
} from './print-jobs.repository.ts'
export { recordRefusal } from './refusals.repository.ts'
export { nameableTerminal, provenTerminal, type TerminalRow } from './terminals.repository.ts'
