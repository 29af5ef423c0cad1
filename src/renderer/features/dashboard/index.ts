export { MoneyToday } from './money-today.tsx'
export { WaitingList } from './waiting-list.tsx'
