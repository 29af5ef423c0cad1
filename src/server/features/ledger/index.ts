export { causeOf, type LedgerCause, type LedgerEntry, type PostedLine, post } from './post.repository.ts'
export { type LedgerDifference, replayLedger } from './replay.repository.ts'
export {
  endingLots,
  type FreeWallet,
  freeIn,
  freeWalletsOf,
  lotsOf,
  valueIn,
  type WalletRow,
  walletsOf,
  walletValue,
} from './wallets.repository.ts'
