import type { SliceManifest } from '#renderer/core/slice.ts'

export const accessTokensManifest: SliceManifest = {
  pages: { 'system/AccessTokens': async () => (await import('./access-tokens.page.tsx')).AccessTokensPage },
}
