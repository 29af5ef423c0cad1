import type { SliceManifest } from '#renderer/core/slice.ts'

export const healthManifest: SliceManifest = {
  pages: { 'health/VenueHealth': async () => (await import('./venue-health.page.tsx')).VenueHealthPage },
  live: { emergency: ['venueHealth'] },
}
