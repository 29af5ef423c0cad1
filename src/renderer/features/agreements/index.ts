import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'

/** Loaded on first use. */
export const AgreementDialog = lazyDialog(async () => (await import('./agreement-dialog.tsx')).AgreementDialog)
export { SignaturePad } from './signature-pad.tsx'
export { type Consent, SigningForm } from './signing-form.tsx'
