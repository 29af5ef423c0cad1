import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import type { FirstRunState, FirstRunStep } from '#shared/features/stores/first-run.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { FirstRunNext } from './first-run-next.tsx'
import { stepForms } from './first-run-steps.tsx'
import { lookAgain, useEnterStore, useFirstRun } from './use-first-run.ts'
import './first-run.css'

/** The polling interval of steps that are done at a counter. */
const LIVE_MS = 3000
/** The polling interval while another step is open. */
const BESIDE_MS = 10_000
const live: readonly FirstRunStep[] = ['terminal', 'printer', 'sale']

interface FirstRunProps {
  /** Whether to show it also when every step is done or skipped; the home page hides it then. */
  stays?: boolean
}

/** The checklist of a new store. */
export function FirstRun({ stays = false }: FirstRunProps) {
  const { t } = useText()
  const [picked, pick] = useState<FirstRunStep | null>(null)
  /** The step whose result stays visible until the next one is opened: a password is shown once. */
  const [kept, keep] = useState<FirstRunStep | null>(null)
  const known = useFirstRun().data
  const firstOpen = known?.steps.find(({ state }) => state === 'open')?.step ?? null
  const open = picked ?? kept ?? firstOpen
  const isAwaited = known?.isCurrent && known.steps.some(({ step, state }) => state === 'open' && live.includes(step))
  useFirstRun(open !== null && live.includes(open) ? LIVE_MS : isAwaited ? BESIDE_MS : false)
  if (!known || (known.isFinished && kept === null && !stays)) return null
  const done = known.steps.filter(({ state }) => state !== 'open').length
  return (
    <section className="pl-panel pl-first-run" aria-labelledby="first-run-title">
      <header>
        <h2 id="first-run-title">
          {known.orgCode === '' ? t('firstRun.title') : t('firstRun.titleOf', { store: known.departName })}
        </h2>
        <span>{t('firstRun.progress', { done, all: known.steps.length })}</span>
      </header>
      <p>{t(known.isFinished ? 'firstRun.finished' : 'firstRun.hint')}</p>
      {known.isFinished ? <FirstRunNext /> : null}
      {known.orgCode !== '' && !known.isCurrent ? <Enter known={known} /> : null}
      <ol>
        {known.steps.map((step) => (
          <Step
            key={step.step}
            step={step}
            known={known}
            isOpen={open === step.step && canWork(known, step.step)}
            onOpen={() => {
              keep(null)
              pick(step.step)
            }}
            onDone={(stays) => {
              pick(null)
              keep(stays ? step.step : null)
              void lookAgain()
            }}
          />
        ))}
      </ol>
    </section>
  )
}

/** Whether a step is available: the first one creates the store that the others need. */
const canWork = ({ orgCode, isCurrent }: FirstRunState, step: FirstRunStep): boolean =>
  step === 'store' ? orgCode === '' : isCurrent

/** The page on which a step's result can be edited. */
const pages: Readonly<Record<FirstRunStep, string | null>> = {
  store: 'stores/StoreSettings',
  staff: 'system/UserList',
  levels: 'memberlevel/SysMemberLevelList',
  rules: 'rules/ConsumeRuleList',
  recharge: 'rules/RechargeRuleList',
  vehicles: 'vehicles/SysVehicleList',
  payments: 'payment/SysPaymentProvider',
  terminal: 'terminals/TerminalList',
  printer: null,
  sale: null,
}

interface StepProps {
  step: FirstRunState['steps'][number]
  known: FirstRunState
  isOpen: boolean
  onOpen(): void
  /** `stays`: keep the step open, because it shows something to read. */
  onDone(stays: boolean): void
}

function Step({ step: { step, state, count, skippedBy }, known, isOpen, onOpen, onDone }: StepProps) {
  const { t } = useText()
  const skip = useMutation({
    mutationFn: (skipped: boolean) => client.firstRun.skip({ body: { orgCode: known.orgCode, step, skipped } }),
    onSuccess: () => onDone(false),
  })
  const Form = stepForms[step]
  const page = useFrame().pathOf(pages[step] ?? '')
  const mayWork = canWork(known, step)
  return (
    <li className={`pl-first-run-${state}`} data-step={step} data-state={state}>
      <div className="pl-first-run-line">
        <Mark state={state} />
        <strong>{t(`firstRun.${step}`)}</strong>
        <span>
          {state === 'done' ? t(`firstRun.${step}.done`, { count, store: known.departName }) : null}
          {state === 'skipped' ? t(skippedText(step, known, skippedBy), { name: skippedBy }) : null}
        </span>
        {state === 'done' && known.isCurrent && page ? (
          <Link to={page} aria-label={`${t('firstRun.see')}: ${t(`firstRun.${step}`)}`}>
            {t('firstRun.see')}
          </Link>
        ) : null}
        {state === 'skipped' && mayWork ? (
          <Button size="small" loading={skip.isPending} onClick={() => skip.mutate(false)}>
            {t('firstRun.again')}
          </Button>
        ) : null}
        {state === 'open' && mayWork && !isOpen ? (
          <Button size="small" aria-label={`${t('firstRun.do')}: ${t(`firstRun.${step}`)}`} onClick={onOpen}>
            {t('firstRun.do')}
          </Button>
        ) : null}
        {state === 'open' && mayWork && step !== 'store' && !hasOwnWay(step, known) ? (
          <Button
            size="small"
            type="text"
            aria-label={`${t('firstRun.skip')}: ${t(`firstRun.${step}`)}`}
            loading={skip.isPending}
            onClick={() => skip.mutate(true)}
          >
            {t('firstRun.skip')}
          </Button>
        ) : null}
      </div>
      {skip.error ? <Alert type="error" showIcon title={textOfError(t, skip.error)} /> : null}
      {isOpen ? (
        <div className="pl-first-run-form">
          <Form known={known} onDone={onDone} />
        </div>
      ) : null}
    </li>
  )
}

/** Whether a step has its own skip: skipping payments means cash only, which the step itself offers. */
const hasOwnWay = (step: FirstRunStep, { acceptsCash }: FirstRunState): boolean =>
  step === 'payments' && acceptsCash === 'YES'

/** The text of a skipped step: a store without a provider has chosen cash, unless it may take none. */
function skippedText(step: FirstRunStep, { acceptsCash }: FirstRunState, skippedBy: string): TextKey {
  if (step === 'payments' && acceptsCash === 'YES') return 'firstRun.payments.isCashOnly'
  return skippedBy === '' ? 'firstRun.skippedBefore' : 'firstRun.skippedBy'
}

function Mark({ state }: { state: FirstRunState['steps'][number]['state'] }) {
  if (state === 'done') return <CheckCircleFilled className="pl-first-run-mark" />
  if (state === 'skipped') return <MinusCircleOutlined />
  return <span className="pl-first-run-todo" aria-hidden="true" />
}

/** Switches a user of the company into the new store. */
function Enter({ known: { orgCode, departName } }: { known: FirstRunState }) {
  const { t } = useText()
  const enter = useEnterStore()
  return (
    <Alert
      type="info"
      showIcon
      title={enter.error ? textOfError(t, enter.error) : t('firstRun.enterHint')}
      action={
        <Button type="primary" loading={enter.isPending} onClick={() => enter.mutate(orgCode)}>
          {t('firstRun.enter', { store: departName })}
        </Button>
      }
    />
  )
}
