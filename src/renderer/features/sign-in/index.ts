export { type OwnSecret, PasswordDialog } from './password-dialog.tsx'
export { SignInAgain } from './sign-in-again.tsx'
