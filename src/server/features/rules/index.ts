export { findRule, type RuleRow, rulesOfStore } from './consume-rules.repository.ts'
export { projectNames, withProjectNames } from './sub-projects.repository.ts'
