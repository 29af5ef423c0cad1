import { lazy } from 'react'

/** Loaded on first use. */
export const AgreementDialog = lazy(async () => ({ default: (await import('./agreement-dialog.tsx')).AgreementDialog }))
export { SignaturePad } from './signature-pad.tsx'
export { type Consent, SigningForm } from './signing-form.tsx'
