export { announceFloor, type FloorChange, publishFloor } from './floor.service.ts'
