export { emptyFigures as nothing, type Grouped, readFigures } from './figures.repository.ts'
