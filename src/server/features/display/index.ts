export { picturesShown } from './shown.repository.ts'
