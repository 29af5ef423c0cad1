export { CartButton, CartPanel, focusProducts } from './cart-panel.tsx'
export { readOffered, useOffered } from './use-offered.ts'
