import { BellFilled, CheckCircleFilled, MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import type { Live } from '#renderer/core/emitter.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { setLocale, type Translate, useText } from '#renderer/core/locale.ts'
import { noticeText } from '#renderer/core/notice.ts'
import { muted, setMuted } from '#renderer/core/sounds.ts'
import { CashierField, isUnproven } from '#renderer/features/cashiers/index.ts'
import { usePrintState } from '#renderer/features/counter/starts/recent-starts.tsx'
import { EmergencyButton } from '#renderer/features/gateway/index.ts'
import { NoticeWord } from '#renderer/features/messages/index.ts'
import { ShiftField } from '#renderer/features/shifts/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import type { ConnectionState, DevicesState } from '#shared/ipc/contract.ts'
import { offlineText } from './offline-text.ts'
import { StripMenu } from './strip-menu.tsx'
import { UnsettledPayments } from './unsettled-payments.tsx'
import type { Counter } from './use-counter.ts'
import type { Venue } from './use-venue.ts'

/** Why the data file cannot be used. The affected sales show their own errors. */
function storageText(t: Translate, { code, details }: NonNullable<ConnectionState['storageProblem']>): string {
  if (code === 'storage.full') return t('counter.storage.full')
  if (code === 'storage.readOnly') return t('counter.storage.readOnly')
  return t('counter.storage.failed', { reason: String(details.reason ?? '') })
}

const nothing = { get: () => null, subscribe: () => () => undefined }

/** The status strip: store, cashier, shift, notice, and the state of connection and devices. */
export function CounterStrip({
  counter,
  catalogue,
  venue,
}: {
  counter: Counter
  catalogue: Catalogue | null
  venue: Venue
}) {
  const { t, locale } = useText()
  const platform = usePlatform()
  const connection = useLive(platform.connection)
  const settings = useLive(platform.settings?.state ?? nothing)
  const navigate = useNavigate()
  const openSync = () => navigate('/terminal/sync')
  const { online, waiting, refused, enrolled, storageProblem, clockBehind } = connection
  // The outbox is not sent until this terminal is enrolled.
  const isBarred = !enrolled && waiting > 0

  return (
    <header className={online ? 'pl-strip' : 'pl-strip pl-strip-offline'}>
      <h1 className="pl-visually-hidden">{t('counter.title')}</h1>
      <StripMenu />
      <div className="pl-strip-place">
        {venue.stores.length > 0 ? (
          <StoreChoice venue={venue} onChange={counter.startOver} />
        ) : (
          <strong>{catalogue?.store.departName ?? ''}</strong>
        )}
        {settings ? <span>{settings.terminalName}</span> : null}
      </div>
      <CashierField
        isOpen={counter.isCashierOpen}
        isAgain={isUnproven(counter.problem?.error)}
        onOpen={counter.openCashier}
      />
      <ShiftField isOnline={online} isOpen={counter.isShiftOpen} onOpen={counter.openShift} />
      <Result counter={counter} />
      <UnsettledPayments counter={counter} />
      {online ? <NoticeWord /> : null}
      {storageProblem ? (
        <span className="pl-strip-alarm" role="alert">
          {storageText(t, storageProblem)}
        </span>
      ) : null}
      {clockBehind === 0 ? null : (
        <span className="pl-strip-alarm" role="alert" title={t('strip.clockWrongHint')}>
          {t(clockBehind > 0 ? 'strip.clockBehind' : 'strip.clockAhead', {
            minutes: Math.ceil(Math.abs(clockBehind) / 60),
          })}
        </span>
      )}
      <span className="pl-strip-line" role="status" data-testid="connection" data-online={online}>
        <i className="pl-dot" aria-hidden="true" />
        {online || !platform.sync ? (
          t(online ? 'strip.online' : 'strip.offline')
        ) : (
          <button type="button" onClick={openSync}>
            {offlineText(t, connection, catalogue?.takenAt, counter.now)}
          </button>
        )}
      </span>
      {platform.devices ? <Devices live={platform.devices.state} /> : null}
      {platform.sync && (online || refused > 0) ? (
        <>
          {online ? (
            <button
              type="button"
              className={isBarred ? 'pl-strip-alarm' : waiting > 0 ? 'pl-strip-busy' : 'pl-strip-yields'}
              onClick={openSync}
            >
              {t(isBarred ? 'strip.unproven' : 'strip.waiting', { count: waiting })}
            </button>
          ) : null}
          {refused > 0 ? (
            <button type="button" className="pl-strip-alarm" onClick={openSync}>
              <BellFilled aria-hidden="true" /> {t('strip.refused', { count: refused })}
            </button>
          ) : null}
        </>
      ) : null}
      {online ? <EmergencyButton isShort /> : null}
      <MuteButton />
      <button
        type="button"
        className="pl-strip-yields"
        lang={locale === 'zh' ? 'en' : 'zh'}
        title={t('language.switch')}
        onClick={() => void setLocale(locale === 'zh' ? 'en' : 'zh')}
      >
        {t('language.other')}
      </button>
      <time className="pl-strip-clock">
        {formatTime(new Date(counter.now), catalogue?.store.timeZone ?? DEFAULT_ZONE, 'HH:mm')}
      </time>
    </header>
  )
}

/** The store choice of headquarters. Changing it clears the guest. */
function StoreChoice({ venue, onChange }: { venue: Venue; onChange: () => void }) {
  const { t } = useText()
  return (
    <select
      aria-label={t('records.store')}
      value={venue.code}
      onChange={({ target }) => {
        venue.choose(target.value)
        target.blur()
        onChange()
      }}
    >
      {venue.stores.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The notice, with the print state where it is about the last start; announced to screen readers. */
function Result({ counter: { notice, recent } }: { counter: Counter }) {
  const { t } = useText()
  const last = recent.own[0]
  const printed = usePrintState(last?.outcome.id)
  const isAboutLast = last !== undefined && notice?.values?.ticket === last.outcome.ticketNo
  return (
    <output
      className={isAboutLast ? 'pl-strip-result pl-strip-started' : 'pl-strip-result'}
      aria-live="polite"
      data-testid="result"
    >
      {isAboutLast ? <CheckCircleFilled /> : null}
      {notice ? noticeText(t, notice) : ''}
      {isAboutLast && printed ? ` · ${t(printed)}` : ''}
    </output>
  )
}

/** The state of all readers: that of a failing one, if any. */
function readersText(t: Translate, readers: DevicesState['readers']): string {
  const ailing = readers.filter(({ state }) => !isWell(state))
  const [shown] = ailing.length > 0 ? ailing : readers
  if (!shown) return t('device.wedge')
  return ailing.length > 1 ? t('device.readersLost', { count: ailing.length }) : t(`device.state.${shown.state}`)
}

function printerText(t: Translate, { state, problem, paperLow, waiting }: DevicesState['printer']): string {
  if (state !== 'off' && problem !== 'none') return t(`device.problem.${problem}`)
  const base = paperLow ? t('device.paperLow') : t(`device.state.${state}`)
  return waiting > 0 ? `${base} (${waiting})` : base
}

const isWell = (state: string): boolean => state === 'ready' || state === 'off' || state === 'idle'

function Devices({ live }: { live: Live<DevicesState | null> }) {
  const { t } = useText()
  const navigate = useNavigate()
  const devices = useLive(live)
  if (!devices) return null
  const { readers, printer } = devices
  const openSettings = () => navigate('/terminal/settings')
  const openPrints = () => navigate('/terminal/sync?tab=prints')
  const printerWell = isWell(printer.state) && (printer.problem === 'none' || printer.state === 'off')
  return (
    <>
      <button
        type="button"
        className={readers.every(({ state }) => isWell(state)) ? 'pl-strip-yields' : 'pl-strip-alarm'}
        data-testid="reader-state"
        onClick={openSettings}
      >
        {t('strip.reader')} <span>{readersText(t, readers)}</span>
      </button>
      <button
        type="button"
        className={printerWell ? 'pl-strip-yields' : 'pl-strip-alarm'}
        data-testid="printer-state"
        onClick={printer.waiting > 0 ? openPrints : openSettings}
      >
        {t('strip.printer')} <span>{printerText(t, printer)}</span>
      </button>
      {printer.unknown > 0 ? (
        <button type="button" className="pl-strip-alarm" onClick={openPrints}>
          {t('strip.unknownPrints', { count: printer.unknown })}
        </button>
      ) : null}
    </>
  )
}

function MuteButton() {
  const { t } = useText()
  const { settings } = usePlatform()
  const isMuted = useLive(muted)
  const toggle = () => {
    const current = settings?.state.get()
    if (settings && current) void settings.write({ ...current, muted: !isMuted })
    else setMuted(!isMuted)
  }
  const name = isMuted ? t('strip.muted') : t('strip.sound')
  return (
    <button type="button" aria-label={name} aria-pressed={isMuted} title={name} onClick={toggle}>
      {isMuted ? <MutedOutlined /> : <SoundOutlined />}
    </button>
  )
}
