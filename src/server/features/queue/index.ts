export { type FloorChange, publishFloor } from './floor.service.ts'
export { type LineForAll, lineForAll } from './public-line.service.ts'
