export type { Said } from './counter.calc.ts'
export { linesOfStart } from './outlook.calc.ts'
export { RuleButton, useRulePrice } from './rule-button.tsx'
export { saidText } from './said.ts'
