export { PasswordDialog } from './password-dialog.tsx'
export { UserPicker } from './user-picker.tsx'
