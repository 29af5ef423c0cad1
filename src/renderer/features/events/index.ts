export { SignUpDialog } from './sign-up-dialog.tsx'
