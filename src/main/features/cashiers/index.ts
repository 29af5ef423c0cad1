export { type Cashiers, createCashiers } from './cashiers.ts'
