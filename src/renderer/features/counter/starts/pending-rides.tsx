import { Button, Drawer, Skeleton } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { type Notice, noticeText } from '#renderer/core/notice.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useMember } from '#renderer/features/members/index.ts'
import { canLink, DeductDialog, LinkDialog, settleLabel } from '#renderer/features/play-records/index.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Ago } from '#renderer/ui/display/when.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { formatAmount } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { usePendingRides } from './use-pending-rides.ts'
import './pending-rides.css'

/** The settle button of a row: the target of arrow keys and scans. */
const SETTLE_BUTTON = '[data-settles]'

interface PendingRidesProps {
  /** The store's number of pending rides of members, and its limit. */
  store: Pick<Catalogue['store'], 'openHung' | 'hungOrderLimit'> | undefined
  onClose(): void
}

/** F7: the pending rides of the store. Arrows move, Enter settles, a member's card finds the member's ride. */
export function PendingRides({ store, onClose }: PendingRidesProps) {
  const { t } = useText()
  const [deducting, setDeducting] = useState<PlayRecord | null>(null)
  const [notice, showNotice] = useState<Notice | null>(null)
  const [linking, setLinking] = useState<PlayRecord | null>(null)
  const mayConsume = useMay('playbeforepay:consume')
  const mayLink = useMay('playbeforepay:link')
  const query = usePendingRides(true)
  const list = useRef<HTMLUListElement>(null)
  const records = query.data?.records ?? []
  const isOnTop = deducting === null && linking === null
  // Also after a deduction, so that Enter settles the next ride.
  useFocusOnOpen(() => list.current?.querySelector<HTMLElement>(SETTLE_BUTTON), query.isSuccess && isOnTop)
  const ids = records.map(({ id }) => id).join()
  // A settled ride leaves the list, and with it the button that has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the rides
  useEffect(() => {
    if (!isOnTop) return
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return
      const drawer = list.current?.closest<HTMLElement>('[tabindex="-1"]')
      const next = list.current?.querySelector<HTMLElement>(SETTLE_BUTTON) ?? drawer
      next?.focus()
    })
    return () => clearTimeout(timer)
  }, [isOnTop, ids])
  usePendingRideScans(records, list, showNotice, isOnTop)

  return (
    <Drawer open size={600} title={<Title store={store} />} onClose={onClose}>
      <p className="pl-hung-status" role="status">
        {notice ? noticeText(t, notice) : t('hung.hint')}
      </p>
      {query.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {query.error ? <ErrorBlock error={query.error} retry={() => void query.refetch()} /> : null}
      {query.data && records.length === 0 ? <EmptyBlock title={t('hung.none')} hint={t('hung.noneHint')} /> : null}
      <ul className="pl-hung" ref={list} onKeyDown={moveBetween}>
        {records.map((record) => (
          <li key={record.id} data-order={record.id}>
            <strong>{ticketsOf(record)}</strong>
            <span className="pl-hung-what">
              {[record.vehicleName, record.racer, record.userTruenmae].filter(Boolean).join(' · ')}
              <small>
                <Ago at={fromWireTime(record.createTime).toISOString()} /> · {record.roleName}
              </small>
            </span>
            <span className="pl-amount">{formatAmount(record.price)}</span>
            {mayLink && canLink(record, false) ? (
              <Button onClick={() => setLinking(record)}>{t('link.action')}</Button>
            ) : null}
            {mayConsume ? (
              <Button data-settles="" onClick={() => setDeducting(record)}>
                {t(settleLabel(record))}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayConsume ? null : <p className="pl-hung-more">{t('hung.mayNot')}</p>}
      {query.data && query.data.total > records.length ? (
        <p className="pl-hung-more">{t('list.total', { total: query.data.total })}</p>
      ) : null}
      {linking ? <LinkDialog record={linking} onClose={() => setLinking(null)} /> : null}
      {deducting ? (
        <DeductDialog
          record={deducting}
          onDeducted={(name) =>
            showNotice({ key: 'hung.deducted', values: { name, amount: formatAmount(deducting.price) } })
          }
          onClose={() => setDeducting(null)}
        />
      ) : null}
    </Drawer>
  )
}

function Title({ store }: Pick<PendingRidesProps, 'store'>) {
  const { t } = useText()
  return (
    <>
      {t('hung.title')}
      {store ? (
        <small className="pl-hung-limit">
          {t('hung.limit', { open: store.openHung, limit: store.hungOrderLimit })}
        </small>
      ) : null}
    </>
  )
}

/** A member's card focuses the member's oldest ride, a ticket its own ride. */
function usePendingRideScans(
  records: PlayRecord[],
  list: { current: HTMLUListElement | null },
  showNotice: (notice: Notice) => void,
  isActive: boolean,
): void {
  const focusOn = (record: PlayRecord | undefined, missing: Notice) => {
    playSound(record ? 'scan' : 'error')
    if (!record) return showNotice(missing)
    showNotice({ key: 'hung.found', values: { ticket: ticketsOf(record) } })
    const row = list.current?.querySelector<HTMLElement>(`[data-order="${record.id}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.querySelector<HTMLElement>(SETTLE_BUTTON)?.focus()
  }
  const who = useMember(
    ({ member }) => {
      const own = records.filter(({ userId }) => member !== null && userId === member.id)
      const name = member?.realname || member?.nickname || ''
      focusOn(own.at(-1), { key: 'hung.noneOf', values: { name } })
    },
    () => {
      playSound('error')
      showNotice({ key: 'counter.member.none' })
    },
  )
  useScan(
    (scan: Scan) => {
      if (scan.kind !== 'ticket') return who.hearScan(scan)
      const found = records.find((one) => [one.id, one.ticketNo, one.terminalTicket].includes(scan.value))
      focusOn(found, { key: 'hung.noTicket' })
    },
    'dialog',
    isActive,
  )
}

/** Arrow keys move between the settle buttons. */
function moveBetween(event: KeyboardEvent<HTMLUListElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>(SETTLE_BUTTON)]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus()
}
