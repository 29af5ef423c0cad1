import type { SliceManifest } from '#renderer/core/slice.ts'

export const coinsManifest: SliceManifest = {
  pages: {
    'coin/SysCoinOutputList': async () => (await import('./coin-outputs.page.tsx')).CoinOutputsPage,
    'coin/SysCoinMachineList': async () => (await import('./coin-machines.page.tsx')).CoinMachinesPage,
    'coin/SysCoinReturnList': async () => (await import('./coin-returns.page.tsx')).CoinReturnsPage,
  },
  live: { coinOutputs: ['crud', 'coinMachines'], coinReturns: ['crud'] },
}
