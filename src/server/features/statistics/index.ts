export { emptyFigures, type Grouped, readFigures } from './figures.repository.ts'
