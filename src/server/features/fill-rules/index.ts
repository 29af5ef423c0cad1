export { fillValue } from './fill-rules.service.ts'
