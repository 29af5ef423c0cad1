export type { SourceAnswer, SourceColumn, SourceValue } from './data-source-connection.ts'
export { queryDataSource } from './data-sources.service.ts'
