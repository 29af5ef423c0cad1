export { ReportTiles } from './report-tiles.tsx'
