import { StockLinesPage } from '#renderer/features/stock/index.ts'

/** The stock lines of products. */
export const ProductStockPage = () => (
  <StockLinesPage resource="productStock" title="menu.productStock" item="product.name" />
)
