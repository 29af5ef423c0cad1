import { Link } from 'react-router'
import { useText } from '#renderer/core/locale.ts'

/** The product's logo, which links to the root page. */
export function Brand({ isShort, theme }: { isShort: boolean; theme: 'dark' | 'light' }) {
  const { t } = useText()
  return (
    <Link to="/dashboard" className={`pl-brand pl-brand-${theme}`} aria-label={t('app.name')}>
      <img src="./icon.svg" alt="" width={32} height={32} />
      {isShort ? null : <span>{t('app.name')}</span>}
    </Link>
  )
}
