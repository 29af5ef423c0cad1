import { StockLinesPage } from '#renderer/features/stock/index.ts'

/** The stock lines of gifts. */
export const GiftStockPage = () => <StockLinesPage resource="giftStock" title="menu.giftStock" item="gift.name" />
