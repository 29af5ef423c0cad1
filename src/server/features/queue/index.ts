export { type FloorChange, publishFloor } from './floor.service.ts'
export {
  type PublicQueue as LineForAll,
  publicQueue as lineForAll,
  type QueuePosition as OwnPlace,
  queuePositionsOf as placesOf,
} from './public-queue.service.ts'
