export { type StockAct, StockDialog, stockActs } from './stock-dialog.tsx'
export { StockLinesPage } from './stock-lines.page.tsx'
