export { FirstPasswords, type MadeAccount } from '#renderer/features/access/users/first-passwords.tsx'
export { startPassword } from '#renderer/features/access/users/start-password.calc.ts'
export { UserPicker, UserPickerField } from './user-picker.tsx'
