import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '#renderer/core/hooks.ts'
import { loadTexts, textsIn } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { listenForWedge } from '#renderer/core/wedge/wedge-listener.ts'
import type { KioskState } from '#shared/features/kiosks/kiosk.schema.ts'
import { classifyScan, defaultScanRules } from '#shared/features/scans/index.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { atRest, IDLE_TIMEOUT_S, isKeyEnded, type Step } from './kiosk.calc.ts'
import { KioskAgree } from './kiosk-agree.tsx'
import { type KioskCalls, kioskCalls } from './kiosk-calls.ts'
import { KioskChoice } from './kiosk-choice.tsx'
import { KioskConfirm } from './kiosk-confirm.tsx'
import { KioskEvents, KioskSignUp, SignedUp } from './kiosk-events.tsx'
import { KioskFrame, type Words } from './kiosk-frame.tsx'
import { Bought, KioskPay, KioskShopStep } from './kiosk-shop.tsx'
import { Done, Rest, Unsure, Unusable } from './kiosk-steps.tsx'
import { type Paying, useCharge } from './use-charge.ts'
import { useIdleTimeout } from './use-idle-timeout.ts'
import './kiosk.css'
import './kiosk-steps.css'

const STATE_MS = 10_000

/** The steps with a guest's data in which nothing is pending. */
const AWAY_FORGETS: readonly Step['at'][] = ['choose', 'agree', 'confirm', 'shop', 'pay', 'events', 'signUp']

/** The self-service page: no sign-in, but the key in its address. */
export function KioskPage() {
  const [search] = useSearchParams()
  const key = search.get('key') ?? ''
  return (
    // Rendered outside the signed-in shell, so it provides the query client itself.
    <QueryClientProvider client={queryClient}>
      <Kiosk key={key} kioskKey={key} />
    </QueryClientProvider>
  )
}

/** The guest's language; afterwards it returns to the kiosk's. */
function useWords(own: Locale): Words & { reset(): void } {
  const [chosen, setChosen] = useState<Locale | null>(null)
  const [, setLoaded] = useState(0)
  useEffect(() => {
    void Promise.all([loadTexts('zh'), loadTexts('en')]).then(() => setLoaded((count) => count + 1))
  }, [])
  const locale = chosen ?? own
  return { locale, t: textsIn(locale), setLocale: setChosen, reset: useCallback(() => setChosen(null), []) }
}

function Kiosk({ kioskKey }: { kioskKey: string }) {
  const language = useRef<Locale>('zh')
  const calls = useMemo(() => kioskCalls(kioskKey, () => language.current), [kioskKey])
  const { data, error } = useQuery({
    queryKey: ['kiosk', kioskKey],
    queryFn: async () => (await calls.state()).result,
    refetchInterval: STATE_MS,
    refetchIntervalInBackground: true,
    retry: false,
    enabled: kioskKey !== '',
  })
  const words = useWords(data?.language ?? 'zh')
  language.current = words.locale
  useTitle(data?.name ?? words.t('menu.kiosks'))
  if (kioskKey === '' || isKeyEnded(error)) {
    return (
      <KioskFrame words={words} state={data}>
        <Unusable title={words.t('kiosk.keyEnded')} hint={words.t('kiosk.keyEndedHint')} />
      </KioskFrame>
    )
  }
  if (!data) {
    return (
      <KioskFrame words={words} state={undefined}>
        {error ? (
          <Unusable title={words.t('kiosk.offline')} hint={words.t('kiosk.offlineHint')} />
        ) : (
          <Unusable title={words.t('kiosk.connecting')} hint="" />
        )}
      </KioskFrame>
    )
  }
  return <Steps calls={calls} state={data} isOffline={error !== null} words={words} reset={words.reset} />
}

interface StepsProps {
  calls: KioskCalls
  state: KioskState
  isOffline: boolean
  words: Words
  reset(): void
}

/** The steps of a guest, from the card to the ticket. */
function Steps({ calls, state, isOffline, words, reset }: StepsProps) {
  const [step, go] = useState<Step>(atRest)
  const { waits, refusal, charge } = useCharge(calls, go)
  const [isReading, setReading] = useState(false)
  const rest = useCallback(() => {
    go(atRest)
    reset()
  }, [reset])
  /** An answer that arrives after its guest has left is ignored. */
  const goFromHere = (next: Step) => go((now) => (now === step ? next : now))
  const left = useIdleTimeout(waits ? 0 : IDLE_TIMEOUT_S[step.at], step, rest)

  const readCard = async (card: string) => {
    if (card === '' || isReading) return
    setReading(true)
    try {
      const member = (await calls.visit({ body: { card } })).result
      go({ at: 'choose', member, people: 1 })
    } catch (error) {
      go({ at: 'rest', refusal: error })
    }
    setReading(false)
  }
  const onCard = (value: string) => {
    if (isOffline || waits) return
    if (step.at === 'confirm' ? step.member === null : step.at === 'pay' && step.method === 'scan') {
      const code = classifyScan({ value, source: 'wedge', context: 'payCode' })
      if (code.kind === 'payCode') void charge(step as Paying, { password: '', payCode: code.value })
      return
    }
    // The next card belongs to the next guest.
    const rules = { ...defaultScanRules, wedgeFormat: state.cardFormat }
    void readCard(classifyScan({ value, source: 'wedge', context: 'memberCard' }, rules).value)
  }
  const latestOnCard = useRef(onCard)
  latestOnCard.current = onCard
  const readsHex = state.cardFormat === 'hex'
  useEffect(
    () =>
      listenForWedge(
        window,
        (value) => latestOnCard.current(value),
        () => true,
        () => readsHex,
      ),
    [readsHex],
  )
  // The member is cleared while the server is unreachable.
  useEffect(() => {
    if (isOffline && !waits) go((now) => (AWAY_FORGETS.includes(now.at) ? atRest : now))
  }, [isOffline, waits])

  const isTakingScans = state.pays !== 'wallet'
  return (
    <KioskFrame words={words} state={state} left={left} onLeave={step.at === 'rest' || waits ? undefined : rest}>
      {isOffline && step.at === 'rest' ? (
        <Unusable title={words.t('kiosk.offline')} hint={words.t('kiosk.offlineHint')} />
      ) : step.at === 'rest' ? (
        <Rest
          words={words}
          state={state}
          refusal={step.refusal}
          isReading={isReading}
          onGuest={isTakingScans ? () => go({ at: 'choose', member: null, people: 1 }) : undefined}
        />
      ) : step.at === 'choose' ? (
        <KioskChoice calls={calls} words={words} state={state} step={step} go={go} />
      ) : step.at === 'agree' ? (
        <KioskAgree calls={calls} words={words} step={step} go={goFromHere} />
      ) : step.at === 'confirm' ? (
        <KioskConfirm
          words={words}
          step={step}
          waits={waits}
          refusal={refusal}
          onCharge={(password) => void charge(step, { password, payCode: '' })}
          onBack={() => go({ at: 'choose', member: step.member, people: step.people })}
        />
      ) : step.at === 'shop' ? (
        <KioskShopStep calls={calls} words={words} state={state} step={step} go={go} />
      ) : step.at === 'pay' ? (
        <KioskPay
          words={words}
          step={step}
          waits={waits}
          refusal={refusal}
          onPay={(password) => void charge(step, { password, payCode: '' })}
          onBack={() => go({ at: 'shop', member: step.member })}
        />
      ) : step.at === 'events' ? (
        <KioskEvents calls={calls} words={words} step={step} go={go} />
      ) : step.at === 'signUp' ? (
        <KioskSignUp
          words={words}
          step={step}
          waits={waits}
          refusal={refusal}
          onSignUp={(password) => void charge(step, { password, payCode: '' })}
          onBack={() => go({ at: 'events', member: step.member })}
        />
      ) : step.at === 'signedUp' ? (
        <SignedUp words={words} step={step} onLeave={rest} />
      ) : step.at === 'bought' ? (
        <Bought words={words} step={step} onLeave={rest} />
      ) : step.at === 'done' ? (
        <Done words={words} step={step} onLeave={rest} />
      ) : (
        <Unsure words={words} racer={step.racer} onLeave={rest} />
      )}
    </KioskFrame>
  )
}
