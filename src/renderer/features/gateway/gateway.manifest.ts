import type { SliceManifest } from '#renderer/core/slice.ts'

export const gatewayManifest: SliceManifest = {
  pages: {},
  live: { emergency: ['emergency', 'floor'] },
}
