export { clockOf, emptyFigures, type Grouped, readFigures } from './figures.repository.ts'
export { productsOfShift } from './product-figures.repository.ts'
