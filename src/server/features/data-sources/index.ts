export type { SourceAnswer, SourceColumn, SourceValue } from './data-sources.connection.ts'
export { queryDataSource } from './data-sources.service.ts'
