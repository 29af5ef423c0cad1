import { useText } from '#renderer/core/locale.ts'
import { useCoveredStores } from '#renderer/core/own-stores.ts'
import './covers.css'

/** So many stores are named one by one. */
const NAMED = 3

interface CoversProps {
  /** The store that was chosen among those that one sees. */
  chosen?: string | undefined
  /** Counts the stores where the page's head names them. */
  isShort?: boolean
}

/** Which stores a figure covers, where one sees several. */
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
