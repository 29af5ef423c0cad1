import { CloseOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { leaveFields } from '#renderer/core/keyboard/hotkeys.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { formatAmount, formatMinor } from '#shared/core/money.ts'
import {
  amountOfCart,
  amountOfItem,
  type Cart,
  type CartAct,
  foundProducts,
  piecesOfCart,
} from '#shared/features/products/cart.calc.ts'
import type { CartItem, OfferedProduct } from '#shared/features/products/cart.schema.ts'
import './cart-panel.css'

const SEARCH_ID = 'counter-products'
const BUTTON_ID = 'counter-products-open'
/** What fits above the cart. */
const MAX_FOUND = 6

/** Focuses the search of products, opening it first. Returns false where nothing can be sold. */
export function focusProducts(): boolean {
  const field = document.getElementById(SEARCH_ID)
  if (field) field.focus()
  else document.getElementById(BUTTON_ID)?.click()
  return field !== null || document.getElementById(SEARCH_ID) !== null
}

/** Opens the search of products while the cart is empty. */
export function CartButton({ onOpen }: { onOpen(): void }) {
  const { t } = useText()
  return (
    <button id={BUTTON_ID} type="button" className="pl-cart-open" onClick={onOpen}>
      <kbd>G</kbd> {t('cart.open')}
    </button>
  )
}

interface CartPanelProps {
  cart: Cart
  /** Whether the search was opened, and not the cart filled by a scan. */
  isOpened: boolean
  products: readonly OfferedProduct[]
  /** Why the products could not be read. */
  error: unknown
  online: boolean
  /** The error of a refused sale. */
  problem: ReactNode
  onAct(act: CartAct): void
  /** Sells the cart without a ride. */
  onSell(): void
  onClose(): void
}

/** The cart of the counter: the search of products, the lines, the price, and its sale without a ride. */
export function CartPanel({
  cart,
  isOpened,
  products,
  error,
  online,
  problem,
  onAct,
  onSell,
  onClose,
}: CartPanelProps) {
  const { t } = useText()
  const [chosen, choose] = useState('')
  // The line that was added last, until another one is chosen.
  const item = cart.find(({ productId }) => productId === chosen) ?? cart.at(-1)
  const at = item ? cart.indexOf(item) : -1

  /** The keys of the empty search are for the chosen line. Returns whether the key was used. */
  const onLineKey = (key: string): boolean => {
    if (!item) return false
    const { productId } = item
    if (key === 'ArrowUp' || key === 'ArrowLeft') choose(cart[at - 1]?.productId ?? productId)
    else if (key === 'ArrowDown' || key === 'ArrowRight') choose(cart[at + 1]?.productId ?? productId)
    else if (key === '+' || key === '=') onAct({ kind: 'count', productId, by: 1 })
    else if (key === '-') onAct({ kind: 'count', productId, by: -1 })
    else if (key === 'Delete' || key === 'Backspace') onAct({ kind: 'remove', productId })
    else return false
    return true
  }

  return (
    <section className="pl-cart" aria-label={t('product.cart')}>
      {problem}
      {error ? (
        <p className="pl-cart-error" role="alert">
          {textOfError(t, error)}
        </p>
      ) : null}
      <div className="pl-cart-row">
        <ProductSearch
          products={online ? products : []}
          isOpened={isOpened}
          disabled={!online}
          onLineKey={onLineKey}
          onAdd={(product) => {
            choose(product.id)
            onAct({ kind: 'add', product })
          }}
          onClose={onClose}
        />
        <ul className="pl-cart-lines">
          {cart.map((line) => {
            const stock = products.find(({ id }) => id === line.productId)?.stock ?? null
            return line === item ? (
              <ChosenLine key={line.productId} item={line} stock={stock} onAct={onAct} />
            ) : (
              <li key={line.productId}>
                <button type="button" onClick={() => choose(line.productId)}>
                  <LineText item={line} stock={stock} /> × {line.count}
                  <strong className="pl-amount">{formatMinor(amountOfItem(line))}</strong>
                </button>
              </li>
            )
          })}
        </ul>
        <output className="pl-cart-sum" aria-live="polite">
          {t('cart.pieces', { count: piecesOfCart(cart) })}
          <strong className="pl-amount">{formatMinor(amountOfCart(cart))}</strong>
        </output>
        <Button
          disabled={cart.length === 0 || !online}
          title={online ? t('cart.sellHint') : t('cart.offline')}
          onClick={onSell}
        >
          <kbd>B</kbd> {t('cart.sell')}
        </Button>
      </div>
    </section>
  )
}

/** The name of a line, and its stock where that is too low. */
function LineText({ item: { name, count }, stock }: Pick<LineProps, 'item' | 'stock'>) {
  const { t } = useText()
  return (
    <>
      <span className="pl-cart-name" title={name}>
        {name}
      </span>
      {stock !== null && count > stock ? (
        <small className="pl-cart-short">{t('cart.stock', { count: stock })}</small>
      ) : null}
    </>
  )
}

interface LineProps {
  item: CartItem
  /** Null where its pieces are not counted. */
  stock: number | null
  onAct(act: CartAct): void
}

/** The chosen line: its pieces, its custom price, and its removal. */
function ChosenLine({ item, stock, onAct }: LineProps) {
  const { t } = useText()
  const { productId, name, price, count, priceKind } = item
  return (
    <li className="pl-cart-chosen" aria-current>
      <LineText item={item} stock={stock} />
      {priceKind === 'custom' ? (
        <InputNumber
          className="pl-cart-price"
          aria-label={t('cart.priceOf', { product: name })}
          // A custom price is entered at once.
          autoFocus={price === null}
          controls={false}
          min={0}
          max={1_000_000}
          precision={2}
          placeholder={t('product.price')}
          value={price}
          status={price ? '' : 'error'}
          onChange={(entered) => onAct({ kind: 'price', productId, price: entered })}
          onPressEnter={leaveFields}
        />
      ) : null}
      <Button
        icon={<MinusOutlined />}
        aria-label={t('cart.fewer', { product: name })}
        disabled={count <= 1}
        onClick={() => onAct({ kind: 'count', productId, by: -1 })}
      />
      <output aria-live="polite">{count}</output>
      <Button
        icon={<PlusOutlined />}
        aria-label={t('cart.more', { product: name })}
        onClick={() => onAct({ kind: 'count', productId, by: 1 })}
      />
      <strong className="pl-amount">{formatMinor(amountOfItem(item))}</strong>
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('cart.remove', { product: name })}
        onClick={() => onAct({ kind: 'remove', productId })}
      />
    </li>
  )
}

interface ProductSearchProps {
  products: readonly OfferedProduct[]
  isOpened: boolean
  disabled: boolean
  onLineKey(key: string): boolean
  onAdd(product: OfferedProduct): void
  onClose(): void
}

/** Finds products by name or barcode; Enter adds the chosen one. */
function ProductSearch({ products, isOpened, disabled, onLineKey, onAdd, onClose }: ProductSearchProps) {
  const { t } = useText()
  const list = useId()
  const [text, setText] = useState('')
  const [chosen, choose] = useState(0)
  const found = foundProducts(products, text).slice(0, MAX_FOUND)
  const isOpen = text.trim() !== ''

  const type = (next: string) => {
    setText(next)
    choose(0)
  }
  const add = (product: OfferedProduct | undefined) => {
    if (!product) return
    type('')
    onAdd(product)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    let isUsed = true
    if (key === 'Escape') {
      if (text === '') leaveFields()
      type('')
    } else if (!isOpen) {
      if (key === 'Enter') leaveFields()
      else isUsed = onLineKey(key)
    } else if (key === 'Enter') add(found[chosen])
    else if (key === 'ArrowDown') choose(Math.min(found.length - 1, chosen + 1))
    else if (key === 'ArrowUp') choose(Math.max(0, chosen - 1))
    else isUsed = false
    if (!isUsed) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className="pl-cart-search">
      <Input
        id={SEARCH_ID}
        value={text}
        disabled={disabled}
        autoFocus={isOpened}
        prefix={<kbd>G</kbd>}
        placeholder={t(disabled ? 'cart.offline' : 'cart.search')}
        aria-label={t('cart.searchLabel')}
        title={t('cart.searchHint')}
        autoComplete="off"
        maxLength={60}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen && found[chosen] ? `${list}-${chosen}` : undefined}
        onBlur={() => {
          type('')
          onClose()
        }}
        onChange={({ target }) => type(target.value)}
        onKeyDown={handleKey}
      />
      <div id={list} role="listbox" className="pl-cart-found" hidden={!isOpen} aria-label={t('cart.found')}>
        {found.length === 0 ? <p role="status">{t('cart.none')}</p> : null}
        {found.map((product, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
          <div
            key={product.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            // The field stays focused.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(product)}
          >
            <span className="pl-cart-name">{product.productName}</span>
            <small>
              {[product.barcode, product.stock === null ? '' : t('cart.stock', { count: product.stock })]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <strong className="pl-amount">
              {product.priceKind === 'fixed' ? formatAmount(product.price) : t('product.anyPrice')}
            </strong>
          </div>
        ))}
      </div>
    </search>
  )
}
