export { CalledNumbers, FloorPanel } from './floor-panel.tsx'
