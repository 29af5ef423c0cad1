import type { SliceManifest } from '#renderer/core/slice.ts'

export const queueManifest: SliceManifest = {
  pages: {
    'queue/SysQueue': async () => (await import('./queue.page.tsx')).QueuePage,
  },
  // A free vehicle may call the next entry automatically.
  live: { floor: ['queue', 'fleet'], vehicles: ['queue'] },
}
