export { RulePickerField } from './rule-picker.tsx'
