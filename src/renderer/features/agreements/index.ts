import { lazy } from 'react'

/** Loaded when it is first opened. */
export const AgreementDialog = lazy(async () => ({ default: (await import('./agreement-dialog.tsx')).AgreementDialog }))
export { SignaturePad } from './signature-pad.tsx'
