import type { SliceManifest } from '#renderer/core/slice.ts'

export const webhooksManifest: SliceManifest = {
  pages: { 'system/Webhooks': async () => (await import('./webhooks.page.tsx')).WebhooksPage },
}
