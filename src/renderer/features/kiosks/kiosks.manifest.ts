import type { SliceManifest } from '#renderer/core/slice.ts'

export const kiosksManifest: SliceManifest = {
  pages: { 'kiosk/SysKioskList': async () => (await import('./kiosks.page.tsx')).KiosksPage },
}
