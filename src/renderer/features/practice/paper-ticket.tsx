import { Button } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { formatTime } from '#shared/core/time.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

/** A ticket as the printer would print it, marked as practice. */
export function PaperTicket({ ticket, onClose }: { ticket: TicketData; onClose(): void }) {
  const { t } = useText()
  const { storeName, ticketNo, racer, vehicleName, ruleName, mode, amount, memberNo, startedAt, timeZone } = ticket
  const lines: [string, string][] = [
    [t('ticket.racer'), racer],
    [t('ticket.vehicle'), vehicleName],
    [t('ticket.rule'), ruleName],
    [t('ticket.mode'), t(mode === 'circlemode' ? 'ticket.laps' : 'ticket.minutes', { amount })],
    [t('ticket.member'), memberNo],
    [t('ticket.time'), formatTime(new Date(startedAt), timeZone, 'HH:mm:ss')],
  ]
  return (
    <aside className="pl-practice-ticket" aria-label={t('practice.ticket')}>
      <strong>{storeName}</strong>
      <output>{ticketNo}</output>
      <dl>
        {lines
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <em aria-hidden="true">{t('practice.word')}</em>
      <Button size="small" onClick={onClose}>
        {t('action.close')}
      </Button>
    </aside>
  )
}
