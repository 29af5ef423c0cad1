export { ShiftField } from './shift-field.tsx'
