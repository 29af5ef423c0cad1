import type { SliceManifest } from '#renderer/core/slice.ts'

export const queueManifest: SliceManifest = {
  pages: {
    'queue/SysQueue': async () => (await import('./queue.page.tsx')).QueuePage,
  },
  // A vehicle that becomes free may call the next by itself.
  live: { floor: ['queue', 'fleet'], vehicles: ['queue'] },
}
