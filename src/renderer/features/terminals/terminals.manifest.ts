import type { SliceManifest } from '#renderer/core/slice.ts'

export const terminalsManifest: SliceManifest = {
  pages: {
    'terminals/TerminalList': async () => (await import('./terminals.page.tsx')).TerminalsPage,
    'terminals/RefusalList': async () => (await import('./refusals.page.tsx')).RefusalsPage,
  },
}
