import type { SliceManifest } from '#renderer/core/slice.ts'

export const syncManifest: SliceManifest = {
  pages: {},
  live: { refusals: ['sync'] },
}
