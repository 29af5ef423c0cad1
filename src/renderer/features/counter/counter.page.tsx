import { ConfigProvider, Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { UrgentNotice } from '#renderer/features/messages/index.ts'
import { WithPractice } from '#renderer/features/practice/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { takeOver } from '#renderer/ui/pending-scan.ts'
import { useScan } from '#renderer/ui/scans.ts'
import { counterTheme } from '#renderer/ui/theme.ts'
import { CounterFoot } from './counter-foot.tsx'
import { CounterStrip } from './counter-strip.tsx'
import { KeysHelp } from './keys-help.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { createPressGuard } from './press-guard.ts'
import { type RecentStart, setStartsAside } from './recent-store.ts'
import { type Counter, useCounter } from './use-counter.ts'
import { useCounterKeys } from './use-counter-keys.ts'
import { useGuestDialogs } from './use-guest-dialogs.tsx'
import { useVenue } from './use-venue.ts'
import { WhatPanel } from './what-panel.tsx'
import { WherePanel } from './where-panel.tsx'
import { WhoPanel } from './who-panel.tsx'
import './counter.css'
import './counter-strip.css'
import './who-panel.css'
import './what-panel.css'
import './where-panel.css'
import './counter-sizes.css'

const HungOrders = lazy(async () => ({ default: (await import('./hung-orders.tsx')).HungOrders }))

/** The counter, which can be practised with. */
export const CounterPage = () => (
  <WithPractice setAside={setStartsAside}>
    <CounterScreen />
  </WithPractice>
)

/** One screen for the whole start of a session, made for speed (screens: the counter). */
function CounterScreen() {
  const catalogue = useCatalogue()
  const venue = useVenue(catalogue.data ?? null)
  const data = venue.catalogue
  const counter = useCounter(data)
  return (
    <ConfigProvider theme={counterTheme}>
      <div className="pl-counter">
        <div>
          <CounterStrip counter={counter} catalogue={data} venue={venue} />
          {counter.online ? <UrgentNotice /> : null}
        </div>
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
  const { last } = counter.recent
  const mayReprint = platform.prints !== null || (mayPrint && counter.online)
  const [reprints] = useState(createPressGuard)

  useScan(counter.hearScan, 'page')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the scan that opened this page
  useEffect(() => {
    const scan = takeOver()
    if (scan) counter.hearScan(scan)
  }, [])

  const reprint = async (start: RecentStart | undefined, pressedAt: number) => {
    if (!start || !mayReprint || !reprints.take(pressedAt)) return
    try {
      await platform.reprint(start.outcome.id)
      reprints.succeed(performance.now())
      const key = platform.prints ? 'counter.reprinting' : 'counter.reprintQueued'
      counter.say({ key, values: { ticket: start.outcome.ticketNo } })
    } catch (error) {
      reprints.fail(performance.now())
      counter.fail(error, null)
    }
  }
  const openHung = () => {
    if (counter.online) setHungOpen(true)
  }
  const guests = useGuestDialogs(counter, catalogue)
  useCounterKeys(counter, { openHung, reprint, openHelp: () => setHelpOpen(true), guests })

  return (
    <>
      <main className="pl-counter-body">
        <WhoPanel counter={counter} lack={guests.lack} tools={guests.tools} />
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
            <WherePanel counter={counter} onReprint={mayReprint ? (start, at) => void reprint(start, at) : null} />
          </>
        ) : (
          <section className="pl-counter-panel pl-counter-nodata">
            <EmptyBlock
              title={t(platform.sync ? 'counter.noData' : 'counter.will.needsServer')}
              hint={platform.sync ? t('login.offline') : ''}
            />
          </section>
        )}
      </main>
      <CounterFoot
        counter={counter}
        canReprint={mayReprint && last !== undefined}
        onHung={openHung}
        onReprint={(pressedAt) => void reprint(last, pressedAt)}
        onKeys={() => setHelpOpen(true)}
      />
      {isHungOpen ? (
        <Suspense fallback={null}>
          <HungOrders store={catalogue?.store} onClose={() => setHungOpen(false)} />
        </Suspense>
      ) : null}
      {counter.asked ? <PasswordPrompt counter={counter} asked={counter.asked} /> : null}
      {guests.dialog}
      {isHelpOpen ? <KeysHelp onClose={() => setHelpOpen(false)} /> : null}
    </>
  )
}
