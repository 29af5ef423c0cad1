import type { SliceManifest } from '#renderer/core/slice.ts'

export const consumeToolManifest: SliceManifest = {
  pages: {
    'consume/SysConsumeTool': async () => (await import('./consume-tool.page.tsx')).ConsumeToolPage,
  },
}
