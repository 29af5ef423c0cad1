import { lazy } from 'react'

/** Loaded on first use, and the models only then. */
export const FindByFace = lazy(async () => ({ default: (await import('./find-by-face.tsx')).FindByFace }))
export const MemberFaceDialog = lazy(async () => ({
  default: (await import('./member-face-dialog.tsx')).MemberFaceDialog,
}))
