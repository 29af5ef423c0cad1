import type { SliceManifest } from '#renderer/core/slice.ts'

export const agreementsManifest: SliceManifest = {
  pages: {
    'membermanage/SysAgreementList': async () => (await import('./agreements.page.tsx')).AgreementsPage,
    'membermanage/SysAgreementSignatureList': async () =>
      (await import('./agreement-signatures.page.tsx')).AgreementSignaturesPage,
  },
}
