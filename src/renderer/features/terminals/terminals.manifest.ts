import type { SliceManifest } from '#renderer/core/slice.ts'

export const terminalsManifest: SliceManifest = {
  pages: { 'terminals/TerminalList': async () => (await import('./terminals.page.tsx')).TerminalsPage },
}
