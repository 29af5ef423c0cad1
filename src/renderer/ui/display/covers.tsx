import { useText } from '#renderer/core/locale.ts'
import { useCoveredStores } from '#renderer/core/own-stores.ts'
import './covers.css'

/** Up to this many stores are listed by name. */
const NAMED = 3

interface CoversProps {
  /** The store selected among the visible ones. */
  chosen?: string | undefined
  /** Shows only the number of stores, where the page's header lists them. */
  isShort?: boolean
}

/** Which stores a figure covers; shown to users who see several stores. */
export function Covers({ chosen, isShort = false }: CoversProps) {
  const { t } = useText()
  const names = useCoveredStores(chosen)
  if (names.length === 0) return null
  const list = names.join(t('covers.and'))
  return (
    <span className="pl-covers" title={list}>
      {names.length <= (isShort ? 1 : NAMED) ? list : t('covers.count', { count: names.length })}
    </span>
  )
}
