export { guestLinkRoute, playOfResultKey, resultKeyOf, resultLink, withGuestLink } from './guest-link.service.ts'
export { printOrdered, storePrints } from './print-answer.service.ts'
export {
  claimPrintJobs,
  markPrintedElsewhere,
  nextCopyNo,
  orderCopy,
  orderPrint,
  printedText,
  reportPrintJob,
  withdrawPapers,
} from './print-jobs.repository.ts'
export { printingOf } from './print-layouts.repository.ts'
