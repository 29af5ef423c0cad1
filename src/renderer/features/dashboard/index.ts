export { TodayFigures } from './today-figures.tsx'
