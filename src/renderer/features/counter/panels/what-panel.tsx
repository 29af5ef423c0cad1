import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { leaveFields } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { CartButton } from '#renderer/features/products/index.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { PageLink } from '#renderer/ui/layout/page-link.tsx'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { CouponDiscount } from './coupon-discount.tsx'
import { FieldProblem } from './field-problem.tsx'
import { GuestPays } from './guest-pays.tsx'
import { RuleButton } from './rule-button.tsx'

export const RACER_ID = 'counter-racer'
const REMARK_ID = 'counter-remark'

interface WhatPanelProps {
  counter: Counter
  /** Opens the search of products; null where it is open, or nothing is sold. */
  onOpenCart: (() => void) | null
}

/** WHAT: consume type, rule, people, racer, run mode, remark. */
export function WhatPanel({ counter, onOpenCart }: WhatPanelProps) {
  const { t } = useText()
  const cartButton = onOpenCart ? <CartButton onOpen={onOpenCart} /> : null
  return (
    <section className="pl-counter-panel pl-what" aria-label={t('counter.what')}>
      {counter.types.length > 1 ? (
        <fieldset className="pl-chips" aria-label={t('type.label')}>
          {counter.types.map((type) => (
            <button
              key={type}
              type="button"
              aria-pressed={counter.type === type}
              onClick={() => counter.chooseType(type)}
            >
              {t(`type.${type}`)}
            </button>
          ))}
          {cartButton}
        </fieldset>
      ) : cartButton ? (
        <div className="pl-chips">{cartButton}</div>
      ) : null}
      <FieldProblem problem={counter.problem} field="ruleId" />
      <Rules counter={counter} />
      <div className="pl-what-fields">
        <GuestPays counter={counter} />
        <CouponDiscount counter={counter} />
        <People counter={counter} />
        <Mode counter={counter} />
        <Racer counter={counter} />
        <div className="pl-field">
          <label htmlFor={REMARK_ID}>{t('remark.label')}</label>
          <Input
            id={REMARK_ID}
            value={counter.remark}
            maxLength={200}
            placeholder={t('remark.hint')}
            autoComplete="off"
            onPressEnter={leaveFields}
            onChange={(event) => counter.setRemark(event.target.value)}
          />
        </div>
      </div>
    </section>
  )
}

function Rules({ counter }: { counter: Counter }) {
  const { t } = useText()
  if (counter.tiles.length === 0) {
    return (
      <div className="pl-rules">
        <EmptyBlock
          title={t('rule.none', { type: t(`type.${counter.type}`) })}
          hint={t('rule.noneHint')}
          action={<PageLink component="rules/ConsumeRuleList">{t('menu.consumeRules')}</PageLink>}
        />
      </div>
    )
  }
  return (
    <fieldset className="pl-rules" aria-label={t('rule.label')}>
      {counter.tiles.map((tile) => (
        <RuleButton
          key={tile.rule.id}
          tile={tile}
          isChosen={counter.rule?.id === tile.rule.id}
          onChoose={() => counter.pickTile(tile)}
        />
      ))}
    </fieldset>
  )
}

function People({ counter }: { counter: Counter }) {
  const { t } = useText()
  const { people, peopleFixed, mostPeople, setPeople } = counter
  return (
    <fieldset className="pl-field" aria-label={t('people.label')}>
      <span aria-hidden="true">{t('people.label')}</span>
      <div className="pl-stepper">
        <Button
          icon={<MinusOutlined />}
          aria-label={t('people.fewer')}
          disabled={peopleFixed || people <= 1}
          onClick={() => setPeople(people - 1)}
        />
        <output aria-live="polite">{people}</output>
        <Button
          icon={<PlusOutlined />}
          aria-label={t('people.more')}
          disabled={peopleFixed || people >= mostPeople}
          title={people >= mostPeople ? t('people.most', { count: mostPeople }) : undefined}
          onClick={() => setPeople(people + 1)}
        />
      </div>
      <FieldProblem problem={counter.problem} field="people" />
    </fieldset>
  )
}

/** Asks before the mode of all later sessions changes (spec §2: 'Confirm switch?'). */
export function useModeSwitch(counter: Counter): (next: RunMode) => void {
  const { t } = useText()
  const question = useQuestion()
  return (next) => {
    if (next === counter.mode || counter.modeForced) return
    question({
      title: t('mode.ask'),
      content: t('mode.askTo', { mode: t(`mode.${next}`) }),
      ok: t('action.confirm'),
      onOk: () => counter.setMode(next),
    })
  }
}

function Mode({ counter }: { counter: Counter }) {
  const { t } = useText()
  const ask = useModeSwitch(counter)
  const group = useRef<HTMLDivElement>(null)
  const isWrong = counter.problem?.field === 'consumeVehicleMode'
  useEffect(() => {
    if (isWrong) group.current?.querySelector<HTMLElement>('[aria-pressed="false"]')?.focus()
  }, [isWrong])
  return (
    <fieldset className="pl-field" aria-label={t('mode.label')}>
      <span aria-hidden="true">{t('mode.label')}</span>
      <div className="pl-chips pl-chips-two" ref={group}>
        {(['circlemode', 'timermode'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={counter.mode === mode}
            disabled={counter.modeForced && counter.mode !== mode}
            onClick={() => ask(mode)}
          >
            {t(`mode.${mode}`)}
          </button>
        ))}
      </div>
      <FieldProblem problem={counter.problem} field="consumeVehicleMode" />
    </fieldset>
  )
}

function Racer({ counter }: { counter: Counter }) {
  const { t } = useText()
  const input = useRef<InputRef>(null)
  const isWrong = counter.problem?.field === 'racer'
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  return (
    <div className="pl-field">
      <label htmlFor={RACER_ID}>{t('racer.label')}</label>
      <Input
        ref={input}
        id={RACER_ID}
        value={counter.racer}
        maxLength={30}
        autoComplete="off"
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        onPressEnter={leaveFields}
        onFocus={(event) => event.target.select()}
        onChange={(event) => counter.setRacer(event.target.value)}
      />
      <FieldProblem problem={counter.problem} field="racer" />
    </div>
  )
}
