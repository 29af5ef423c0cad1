import { ConfigProvider, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useCounterKeyNames } from '#renderer/core/keyboard/counter-keys.ts'
import { useText } from '#renderer/core/locale.ts'
import { noticeText } from '#renderer/core/notice.ts'
import { useMay } from '#renderer/core/session.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { CounterBoard, UnsettledPayments, useCounter, useVenue } from '#renderer/features/counter/index.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { counterTheme } from '#renderer/ui/theme/theme.ts'
import { type ConsumeTool, consumeTools, isTool, ofTool, toolOffers } from './consume-tools.calc.ts'
import { useSwipeCharge } from './use-swipe-charge.ts'
import './consume-tool.css'

const STORED_AS = 'consumeTool'

/** The consumption tool (spec §2): one consume type at a time, which stays for the next guests. */
export function ConsumeToolPage() {
  const { t } = useText()
  const stored = readStored(STORED_AS)
  const mayIdentify = useMay('memberface:identify')
  const hasFaces = useCatalogue().data?.store.faceSearch === 'YES' && mayIdentify
  const tools = consumeTools.filter((one) => one !== 'FACE' || hasFaces)
  const [tool, setTool] = useState<ConsumeTool>(isTool(stored) ? stored : 'BALANCE')
  const shown = tools.includes(tool) ? tool : 'BALANCE'
  const choose = (next: ConsumeTool) => {
    store(STORED_AS, next)
    setTool(next)
  }
  return (
    <ConfigProvider theme={counterTheme}>
      <div className="pl-counter pl-tool">
        <PageHead title={t('tool.title')}>
          <Segmented
            aria-label={t('tool.label')}
            size="large"
            value={shown}
            options={tools.map((value) => ({ value, label: t(`tool.${value}`) }))}
            onChange={choose}
          />
        </PageHead>
        <Tool key={shown} tool={shown} />
      </div>
    </ConfigProvider>
  )
}

function Tool({ tool }: { tool: ConsumeTool }) {
  const { t } = useText()
  const keys = useCounterKeyNames()
  const { types, swipes } = toolOffers[tool]
  const { data, error, isPending, refetch } = useCatalogue()
  const venue = useVenue(data ?? null)
  const catalogue = ofTool(venue.catalogue, tool)
  const offer = useMemo(() => ({ types, retainsRule: swipes }), [types, swipes])
  const counter = useCounter(catalogue, offer)
  useSwipeCharge(counter, swipes)
  if (error && !data) return <ErrorBlock error={error} retry={() => void refetch()} />
  return (
    <>
      <p className="pl-tool-result" role="status" data-testid="result">
        {counter.notice ? noticeText(t, counter.notice) : t(`tool.${tool}.hint`, keys)}
        <UnsettledPayments counter={counter} />
      </p>
      <CounterBoard
        counter={counter}
        catalogue={catalogue}
        isPending={isPending}
        {...(tool === 'FACE' ? { opensWith: 'face' } : {})}
      />
    </>
  )
}
