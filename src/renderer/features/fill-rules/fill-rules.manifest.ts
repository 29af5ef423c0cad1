import type { SliceManifest } from '#renderer/core/slice.ts'

export const fillRulesManifest: SliceManifest = {
  pages: {
    'system/SysFillRuleList': async () => (await import('./fill-rules.page.tsx')).FillRulesPage,
  },
}
