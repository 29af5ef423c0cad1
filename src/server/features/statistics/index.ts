export { type Grouped, nothing, readFigures } from './figures.repository.ts'
