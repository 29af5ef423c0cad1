import { QRCode } from 'antd'
import { type Translate, textOfError } from '#renderer/core/locale.ts'
import { Carousel } from '#renderer/ui/display/carousel.tsx'
import type { KioskState, KioskTicket } from '#shared/features/kiosks/kiosk.schema.ts'
import type { Step } from './kiosk.calc.ts'
import type { Words } from './kiosk-frame.tsx'

/** The texts where nothing is offered. */
export const Unusable = ({ title, hint }: { title: string; hint: string }) => (
  <section className="pl-kiosk-middle" role="status">
    <h1>{title}</h1>
    {hint === '' ? null : <p>{hint}</p>}
  </section>
)

interface RestProps {
  words: Words
  state: KioskState
  refusal: unknown
  isReading: boolean
  onGuest: (() => void) | undefined
}

/** The idle screen. */
export function Rest({ words: { t }, state, refusal, isReading, onGuest }: RestProps) {
  const takesCards = state.pays !== 'scan'
  return (
    <section className="pl-kiosk-middle">
      {state.pictures.length > 0 ? (
        <div className="pl-kiosk-pictures">
          <Carousel pictures={state.pictures} />
        </div>
      ) : null}
      <h1>{isReading ? t('kiosk.reading') : takesCards ? t('kiosk.swipe') : t('kiosk.welcome')}</h1>
      {refusal ? (
        <p role="alert" className="pl-kiosk-refusal">
          {textOfError(t, refusal)}
        </p>
      ) : (
        <p>{takesCards ? t('kiosk.swipeHint') : t('kiosk.scanHint')}</p>
      )}
      {onGuest ? (
        <button type="button" className={takesCards ? '' : 'pl-kiosk-main'} onClick={onGuest}>
          {takesCards ? t('kiosk.withoutCard') : t('kiosk.begin')}
        </button>
      ) : null}
    </section>
  )
}

type DoneStep = Extract<Step, { at: 'done' }>

/** The ticket of the queue entry. */
export function Done({
  words: { t },
  step: { racer, ticket },
  onLeave,
}: {
  words: Words
  step: DoneStep
  onLeave(): void
}) {
  return (
    <section className="pl-kiosk-middle pl-kiosk-done" role="status">
      <p>{racer === '' ? t('kiosk.done') : t('kiosk.doneBy', { racer })}</p>
      <h1>{ticket.ticketNo}</h1>
      <p>{placeText(t, ticket)}</p>
      {ticket.isPrinted ? <p>{t('kiosk.takePaper')}</p> : null}
      {ticket.link === '' ? null : (
        <figure>
          <QRCode value={ticket.link} size={220} bordered={false} color="#000" bgColor="#fff" />
          <figcaption>{t('kiosk.followOnPhone')}</figcaption>
        </figure>
      )}
      <button type="button" className="pl-kiosk-main" onClick={onLeave}>
        {t('kiosk.finish')}
      </button>
    </section>
  )
}

/** The position in the queue as text. */
export const placeText = (t: Translate, { ahead, waitMinutes }: Pick<KioskTicket, 'ahead' | 'waitMinutes'>): string =>
  [
    ahead === null ? '' : ahead === 0 ? t('queue.next') : t('queue.ahead', { count: ahead }),
    waitMinutes === null ? '' : waitMinutes < 1 ? t('queue.now') : t('big.minutes', { minutes: waitMinutes }),
  ]
    .filter(Boolean)
    .join(' · ')

/** No response: the guest must ask at the counter. */
export const Unsure = ({ words: { t }, racer, onLeave }: { words: Words; racer: string; onLeave(): void }) => (
  <section className="pl-kiosk-middle" role="alert">
    <h1>{t('kiosk.unsure')}</h1>
    <p>{racer === '' ? t('kiosk.unsureHint') : t('kiosk.unsureHintOf', { racer })}</p>
    <button type="button" className="pl-kiosk-main" onClick={onLeave}>
      {t('kiosk.finish')}
    </button>
  </section>
)
