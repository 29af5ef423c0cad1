export { type FloorChange, publishFloor } from './floor.service.ts'
export {
  type PublicQueue,
  publicQueue,
  type QueuePosition,
  queuePositionsOf,
} from './public-queue.service.ts'
