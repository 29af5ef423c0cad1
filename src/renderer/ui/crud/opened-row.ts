import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'

/**
 * Opens the row that the address names (`open`), once the list of that address is there: links to one row lead to its list. Then the name
 * leaves the address, so that going back does not open it again.
 */
export function useOpenedRow<R extends { id: string }>(
  records: readonly R[],
  isSettled: boolean,
  open: (row: R) => void,
): void {
  const { t } = useText()
  const { message } = App.useApp()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const wanted = isSettled ? new URLSearchParams(search).get('open') : null
  const latest = useRef({ records, open })
  latest.current = { records, open }
  /** The address whose row was opened, until its name has left: the router renders that in a transition. */
  const done = useRef('')
  useEffect(() => {
    if (!new URLSearchParams(search).has('open')) done.current = ''
    if (!wanted || done.current === search) return
    done.current = search
    const rest = new URLSearchParams(search)
    rest.delete('open')
    void navigate({ pathname, search: rest.size > 0 ? `?${rest}` : '' }, { replace: true })
    const row = latest.current.records.find(({ id }) => id === wanted)
    if (row) latest.current.open(row)
    else void message.warning(t('search.gone'))
  }, [wanted, pathname, search, navigate, message, t])
}
