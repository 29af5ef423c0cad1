export {
  type CoinCounter,
  type CoinMachines,
  type ConnectedMachine,
  createCoinCounter,
} from './coin-counter.service.ts'
