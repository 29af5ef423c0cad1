export { type FloorChange, publishFloor } from './floor.service.ts'
export { type LineForAll, lineForAll, type OwnPlace, placesOf } from './public-queue.service.ts'
