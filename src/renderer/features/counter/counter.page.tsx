import { ConfigProvider, Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isCovered, isTyping, leaveFields, useHotkeys } from '#renderer/core/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { MEMBER_SEARCH_ID } from '#renderer/features/members/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { takeOver } from '#renderer/ui/pending-scan.ts'
import { useScan } from '#renderer/ui/scans.ts'
import { counterTheme } from '#renderer/ui/theme.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { CounterFoot } from './counter-foot.tsx'
import { CounterStrip } from './counter-strip.tsx'
import { keyCommand } from './keys.calc.ts'
import { KeysHelp } from './keys-help.tsx'
import { type Counter, useCounter } from './use-counter.ts'
import { useVenue } from './use-venue.ts'
import { RACER_ID, useModeSwitch, WhatPanel } from './what-panel.tsx'
import { VEHICLE_COLUMNS, WherePanel } from './where-panel.tsx'
import { WhoPanel } from './who-panel.tsx'
import './counter.css'
import './counter-strip.css'
import './who-panel.css'
import './what-panel.css'
import './where-panel.css'
import './counter-sizes.css'

const REPRINT_PAUSE_MS = 700

const HungOrders = lazy(async () => ({ default: (await import('./hung-orders.tsx')).HungOrders }))

/** The counter: one screen for the whole start of a session, made for speed (screens: the counter). */
export function CounterPage() {
  const catalogue = useCatalogue()
  const venue = useVenue(catalogue.data ?? null)
  const data = venue.catalogue
  const counter = useCounter(data)
  return (
    <ConfigProvider theme={counterTheme}>
      <div className="pl-counter">
        <CounterStrip counter={counter} catalogue={data} venue={venue} />
        {catalogue.error && !data ? (
          <div className="pl-counter-body pl-counter-panel">
            <ErrorBlock error={catalogue.error} retry={() => void catalogue.refetch()} />
          </div>
        ) : (
          <Board counter={counter} catalogue={data} isPending={catalogue.isPending} />
        )}
      </div>
    </ConfigProvider>
  )
}

function Board({
  counter,
  catalogue,
  isPending,
}: {
  counter: Counter
  catalogue: Catalogue | null
  isPending: boolean
}) {
  const { t } = useText()
  const platform = usePlatform()
  const [isHungOpen, setHungOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const mayPrint = useMay('consume:print')
  const last = counter.recent[0]?.outcome
  const canReprint = last !== undefined && (platform.prints !== null || (mayPrint && counter.online))
  const isReprinting = useRef(false)

  useScan(counter.hearScan, 'page')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the scan that opened this page
  useEffect(() => {
    const scan = takeOver()
    if (scan) counter.hearScan(scan)
  }, [])

  const reprint = async () => {
    if (!last || !canReprint || isReprinting.current) return
    isReprinting.current = true
    try {
      await platform.reprint(last.id)
      counter.say({ key: 'counter.reprinted', values: { ticket: last.ticketNo } })
    } catch (error) {
      counter.fail(error, null)
    }
    // A key that bounces asks for one copy.
    setTimeout(() => {
      isReprinting.current = false
    }, REPRINT_PAUSE_MS)
  }
  const openHung = () => {
    if (counter.online) setHungOpen(true)
  }
  useCounterKeys(counter, { openHung, reprint, openHelp: () => setHelpOpen(true) })

  return (
    <>
      <main className="pl-counter-body">
        <WhoPanel counter={counter} />
        {isPending ? (
          <>
            <section className="pl-counter-panel" aria-busy="true">
              <Skeleton active paragraph={{ rows: 8 }} />
            </section>
            <section className="pl-counter-panel" aria-busy="true">
              <Skeleton active paragraph={{ rows: 8 }} />
            </section>
          </>
        ) : catalogue ? (
          <>
            <WhatPanel counter={counter} />
            <WherePanel counter={counter} />
          </>
        ) : (
          <section className="pl-counter-panel pl-counter-nodata">
            <EmptyBlock title={t('strip.offlineNoData', { waiting: 0 })} hint={t('login.offline')} />
          </section>
        )}
      </main>
      <CounterFoot
        counter={counter}
        canReprint={canReprint}
        onHung={openHung}
        onReprint={() => void reprint()}
        onKeys={() => setHelpOpen(true)}
      />
      {isHungOpen ? (
        <Suspense fallback={null}>
          <HungOrders onClose={() => setHungOpen(false)} />
        </Suspense>
      ) : null}
      {isHelpOpen ? <KeysHelp onClose={() => setHelpOpen(false)} /> : null}
    </>
  )
}

/** Brings the chosen vehicle into sight where there are more than fit. */
const showVehicle = (): void =>
  document.querySelector('[data-vehicle][aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' })

interface Openers {
  openHung(): void
  reprint(): Promise<void>
  openHelp(): void
}

function useCounterKeys(counter: Counter, { openHung, reprint, openHelp }: Openers): void {
  const askMode = useModeSwitch(counter)
  useHotkeys((event) => {
    const command = keyCommand(event, isTyping(event.target))
    if (!command) return false
    // The keys of the counter never reach the browser, also while a dialog waits for its answer.
    if (isCovered()) return command.kind !== 'clear' && command.kind !== 'help' && event.key.startsWith('F')
    switch (command.kind) {
      case 'search':
        document.getElementById(MEMBER_SEARCH_ID)?.focus()
        return true
      case 'start':
        if (!event.repeat) counter.start(event.timeStamp)
        return true
      case 'hung':
        openHung()
        return true
      case 'reprint':
        if (!event.repeat) void reprint()
        return true
      case 'repeat': {
        const [last] = counter.recent
        if (last && !event.repeat) counter.repeat(last)
        return true
      }
      case 'clear':
        leaveFields()
        counter.clear()
        return true
      case 'help':
        openHelp()
        return true
      case 'rule':
        counter.chooseDigit(command.digit)
        return true
      case 'vehicle':
        counter.step(command.arrow, VEHICLE_COLUMNS)
        requestAnimationFrame(showVehicle)
        return true
      case 'people':
        if (!counter.peopleFixed) counter.setPeople(counter.people + command.by)
        return true
      case 'mode':
        askMode(counter.mode === 'circlemode' ? 'timermode' : 'circlemode')
        return true
      case 'type': {
        const types = ConsumeType.options
        const next = types[(types.indexOf(counter.type) + 1) % types.length]
        if (next) counter.chooseType(next)
        return true
      }
      case 'racer':
        document.getElementById(RACER_ID)?.focus()
        return true
    }
  })
}
