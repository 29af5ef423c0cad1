export { FirstPasswords, type MadeAccount } from './first-passwords.tsx'
export { startPassword } from './start-password.calc.ts'
export { UserPicker, UserPickerField } from './user-picker.tsx'
