import { type RefObject, useLayoutEffect, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import { chosenFilters } from './chosen-filters.ts'
import { usePrintedAt } from './page-print.ts'
import './page-print.css'

/**
 * Below a page's title on paper: store, filters, and who printed it when. Filters are the fields of the page's head, and those below
 * an element with the class `pl-print-filters`, which is not printed itself.
 */
export function PrintLine({ tools }: { tools: RefObject<HTMLElement | null> }) {
  const { t } = useText()
  const session = useSession((state) => state.session)
  const printedAt = usePrintedAt()
  const [filters, setFilters] = useState<string[]>([])
  // The fields know their own words, whatever page they are on.
  useLayoutEffect(() => {
    if (printedAt === null || !tools.current) return
    const besides = tools.current.closest('.pl-page')?.querySelectorAll('.pl-print-filters') ?? []
    setFilters([tools.current, ...besides].flatMap(chosenFilters))
  }, [printedAt, tools])
  if (printedAt === null) return null
  const user = session?.userInfo
  const store = storeNameOf(session)
  const name = user?.realname || user?.username || ''
  return (
    <dl className="pl-print-line">
      {store ? (
        <div>
          <dt>{t('print.store')}</dt>
          <dd>{store}</dd>
        </div>
      ) : null}
      <div>
        <dt>{t('print.filters')}</dt>
        <dd>{filters.length > 0 ? filters.join(' · ') : t('print.noFilters')}</dd>
      </div>
      <div>
        <dt>{t('print.by')}</dt>
        <dd>
          {name} · {formatTime(new Date(printedAt), DEFAULT_ZONE)}
        </dd>
      </div>
    </dl>
  )
}
