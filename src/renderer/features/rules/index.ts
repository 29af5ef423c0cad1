export { useGoods, useProjects } from './rule-choices.ts'
export { LimitInput, StoreField } from './rule-parts.tsx'
export { RulePickerField } from './rule-picker.tsx'
