export { FloorPanel } from './floor-panel.tsx'
