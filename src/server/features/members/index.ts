export { checkConsumptionPassword } from './consumption-password.service.ts'
export { replayLedger, type WalletDifference } from './ledger.repository.ts'
export { membersFound } from './members.repository.ts'
export { SEE_PHONES } from './members.view.ts'
