import type { SliceManifest } from '#renderer/core/slice.ts'

export const agreementsManifest: SliceManifest = {
  pages: {
    'membermanage/SysAgreementList': async () => (await import('./agreements.page.tsx')).AgreementsPage,
  },
}
