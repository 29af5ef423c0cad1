import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'

/** Loaded on first use, and the models only then. */
export const FindByFace = lazyDialog(async () => (await import('./find-by-face.tsx')).FindByFace)
export const MemberFaceDialog = lazyDialog(async () => (await import('./member-face-dialog.tsx')).MemberFaceDialog)
