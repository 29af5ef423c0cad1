export {
  em18Frame,
  rdm6300Frame,
  stxLenFrame,
  yhyFrame,
} from './frame-builders.ts'
export { openSerialPair } from './serial-pair.ts'
