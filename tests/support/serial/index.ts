export {
  em18Frame,
  rdm6300Frame,
  stxLenFrame,
  stxLenMifareFrame,
  yhyBlockFrame,
  yhyFrame,
} from './frame-builders.ts'
export { openSerialPair, type Pacing, type SerialPair } from './serial-pair.ts'
