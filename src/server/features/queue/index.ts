export { type FloorChange, publishFloor } from './floor.service.ts'
