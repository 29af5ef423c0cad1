import { ConfigProvider } from 'antd'
import { hideStarts } from '#renderer/features/counter/starts/recent-store.ts'
import { EmergencyBanner } from '#renderer/features/gateway/index.ts'
import { UrgentNotice } from '#renderer/features/messages/index.ts'
import { hidePayments } from '#renderer/features/paying/index.ts'
import { WithPractice } from '#renderer/features/practice/index.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { counterTheme } from '#renderer/ui/theme/theme.ts'
import { CounterBoard } from './counter-board.tsx'
import { CounterStrip } from './counter-strip.tsx'
import { useCounter } from './use-counter.ts'
import { useDraft } from './use-draft.ts'
import { useVenue } from './use-venue.ts'

/** Hides the starts and open payments of the real counter during practice; returns a function that restores them. */
function setAside(): () => void {
  const bringStartsBack = hideStarts()
  const bringPaymentsBack = hidePayments()
  return () => {
    bringStartsBack()
    bringPaymentsBack()
  }
}

/** The counter with its practice mode. */
export const CounterPage = () => (
  <WithPractice setAside={setAside}>
    <CounterScreen />
  </WithPractice>
)

/** One screen for a whole start (screens: the counter). */
function CounterScreen() {
  const catalogue = useCatalogue()
  const venue = useVenue(catalogue.data ?? null)
  const data = venue.catalogue
  const counter = useCounter(data)
  useDraft(counter)
  return (
    <ConfigProvider theme={counterTheme}>
      <div className="pl-counter">
        <div>
          <CounterStrip counter={counter} catalogue={data} venue={venue} />
          {counter.online ? <UrgentNotice /> : null}
          <EmergencyBanner enabled={counter.online} />
        </div>
        {catalogue.error && !data ? (
          <div className="pl-counter-body pl-counter-panel">
            <ErrorBlock error={catalogue.error} retry={() => void catalogue.refetch()} />
          </div>
        ) : (
          <CounterBoard counter={counter} catalogue={data} isPending={catalogue.isPending} isWholePage />
        )}
      </div>
    </ConfigProvider>
  )
}
