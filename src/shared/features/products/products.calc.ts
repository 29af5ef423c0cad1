import type { ErrorCode } from '#shared/core/errors.ts'
import type { ProductFields } from './products.schema.ts'

interface ProductProblem {
  code: ErrorCode
  details: { field: keyof ProductFields }
}

/** The product without prices of the other kind, so that nobody is charged by a field that the form hides. */
export const normalizedProduct = (product: ProductFields): ProductFields =>
  product.priceKind === 'fixed' ? { ...product, minPrice: 0, maxPrice: 0 } : { ...product, price: 0 }

/** What is wrong with a normalized product as a whole, or null. */
export function productProblem(product: ProductFields): ProductProblem | null {
  const { priceKind, price, minPrice, maxPrice, selfService } = product
  const problem = (code: ErrorCode, field: keyof ProductFields): ProductProblem => ({ code, details: { field } })
  if (priceKind === 'custom' && selfService === 'YES') return problem('products.customListed', 'selfService')
  if (priceKind === 'fixed' && price === 0) return problem('products.priceNeeded', 'price')
  if (maxPrice > 0 && maxPrice < minPrice) return problem('products.priceRange', 'maxPrice')
  return null
}
