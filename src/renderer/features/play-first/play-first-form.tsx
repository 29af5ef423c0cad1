import { SearchOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { noticeText } from '#renderer/core/notice.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { CashierField, isUnproven } from '#renderer/features/cashiers/index.ts'
import {
  type Counter,
  CounterPhoto,
  PasswordPrompt,
  RuleButton,
  startKeys,
  useCounter,
  useModeSwitch,
  vehicleTile,
} from '#renderer/features/counter/index.ts'
import { MemberOutcome, MemberSearch } from '#renderer/features/members/index.ts'
import { VehiclePicker } from '#renderer/features/vehicles/index.ts'
import type { MemberView } from '#renderer/platform/member-lookup.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { AppError } from '#shared/core/errors.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { isMemberScan } from '#shared/features/scans/index.ts'
import { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { dialogNotice, type PlayFirstKind } from './play-first.calc.ts'

/** The consume types of each tab. */
const typesOf: Record<PlayFirstKind, readonly ConsumeType[]> = {
  trial: ['NOCARDCONSUME'],
  member: ['BALANCE', 'FREQUENCY', 'INTEGRAL', 'BALANCEANDINTEGRAL', 'QUAN', 'PLAYFREELY', 'COIN', 'GIFT'],
}

/** Whether no member is shown or being looked up. */
const lacking: readonly MemberView['kind'][] = ['none', 'unknown', 'emptySwipe', 'notCard']

interface PlayFirstFormProps {
  kind: PlayFirstKind
  catalogue: Catalogue
  /** A card that was scanned before this tab was shown. */
  swiped: Scan | null
  onMemberCard(scan: Scan): void
  onClose(): void
}

/** The form of a start. It uses the counter's state machine and shows the preview above its button. */
export function PlayFirstForm({ kind, catalogue, swiped, onMemberCard, onClose }: PlayFirstFormProps) {
  const { t } = useText()
  const offer = useMemo(() => ({ types: typesOf[kind], retainsRule: false }), [kind])
  const counter = useCounter(catalogue, offer)
  const { who, problem, notice, stage } = counter
  const { store } = catalogue
  const isMember = kind === 'member'

  useScan((scan) => {
    if (isMember) who.hearScan(scan)
    else if (scan.kind === 'memberCard' || isMemberScan(scan)) onMemberCard(scan)
    else playSound('error')
  }, 'dialog')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the card that opened this tab
  useEffect(() => {
    if (swiped) who.hearScan(swiped)
  }, [])

  const dispatch = (pressedAt: number) => {
    // Without a member the start would be a trial.
    if (isMember && lacking.includes(who.view.kind)) return counter.fail(new AppError('counter.memberFirst'), null)
    const key = startKeys.find((one) => counter.startModes[one] === 'hang')
    if (key) counter.press(key, pressedAt)
  }
  // A vehicle from the picker starts at once, as soon as the state has it.
  const [sent, setSent] = useState<{ id: string; pressedAt: number } | null>(null)
  const chosenId = counter.chosenVehicles[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press, with what the screen has then
  useEffect(() => {
    if (!sent) return
    setSent(null)
    if (chosenId === sent.id) dispatch(sent.pressedAt)
  }, [sent])
  const dispatchOn = (id: string) => {
    counter.takeVehicle(id)
    setSent({ id, pressedAt: performance.now() })
  }
  const { preview: outlook } = counter.planOf('hang')
  const open = isMember
    ? { count: store.openHung, limit: store.hungOrderLimit }
    : { count: store.openTrials, limit: store.trialLimit }
  return (
    <Form layout="vertical" className="pl-play-first" onFinish={() => dispatch(performance.now())}>
      <p className="pl-play-first-hint">
        {t(`playFirst.${kind}.hint`)} {open.limit >= 0 ? <span>{t(`playFirst.${kind}.open`, open)}</span> : null}
      </p>
      {isMember ? (
        <div className="pl-play-first-who">
          {who.member ? null : (
            <MemberSearch
              id="play-first-member"
              key={counter.guest}
              autoFocus
              onChoose={who.choose}
              onNone={who.missing}
              onText={counter.noteSearch}
            />
          )}
          <MemberOutcome who={who} onChange={who.clear} />
        </div>
      ) : null}
      <Rules counter={counter} />
      <div className="pl-play-first-fields">
        <Ride counter={counter} onDispatch={dispatchOn} />
        <Form.Item label={t('cashier.label')}>
          <CashierField
            isOpen={counter.isCashierOpen}
            isAgain={isUnproven(problem?.error)}
            onOpen={counter.openCashier}
          />
        </Form.Item>
      </div>
      {problem ? (
        <Alert type="warning" showIcon title={t('playFirst.note', { text: textOfError(t, problem.error) })} />
      ) : null}
      <div role="status" className="pl-play-first-result">
        {notice && !problem ? noticeText(t, notice) : null}
      </div>
      <footer className="pl-dialog-foot">
        <span className={`pl-play-first-will pl-play-first-${outlook.tone}`}>
          {outlook.lines.map((line) => noticeText(t, dialogNotice(line))).join(' · ')}
        </span>
        <Button onClick={onClose}>{t('action.close')}</Button>
        <Button type="primary" htmlType="submit" loading={stage === 'starting' || stage === 'awaitsMember'}>
          {t('playFirst.dispatch')}
        </Button>
      </footer>
      {counter.photographing ? <CounterPhoto request={counter.photographing} /> : null}
      {counter.passwordRequest ? <PasswordPrompt counter={counter} request={counter.passwordRequest} /> : null}
    </Form>
  )
}

function Rules({ counter }: { counter: Counter }) {
  const { t } = useText()
  const { types, type, tiles, rule } = counter
  return (
    <>
      {types.length > 1 ? (
        <Radio.Group
          aria-label={t('type.label')}
          optionType="button"
          value={type}
          options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(event) => counter.chooseType(event.target.value as ConsumeType)}
        />
      ) : null}
      {tiles.length === 0 ? <p>{t('rule.none', { type: t(`type.${type}`) })}</p> : null}
      <fieldset className="pl-play-first-rules" aria-label={t('rule.label')}>
        {tiles.map((tile) => (
          <RuleButton
            key={tile.rule.id}
            tile={{ ...tile, digit: null }}
            isChosen={rule?.id === tile.rule.id}
            onChoose={() => counter.pickTile(tile)}
          />
        ))}
      </fieldset>
    </>
  )
}

function Ride({ counter, onDispatch }: { counter: Counter; onDispatch(vehicleId: string): void }) {
  const { t } = useText()
  const [isPicking, setPicking] = useState(false)
  const askMode = useModeSwitch(counter)
  const { problem, vehicles, now } = counter
  const wrong = (field: string) => (problem?.field === field ? ({ validateStatus: 'warning' } as const) : {})
  return (
    <>
      <Form.Item label={t('mode.label')} {...wrong('consumeVehicleMode')}>
        <Radio.Group
          optionType="button"
          value={counter.mode}
          disabled={counter.modeForced}
          options={RunMode.options.map((value) => ({ value, label: t(`mode.${value}`) }))}
          onChange={(event) => askMode(event.target.value as RunMode)}
        />
      </Form.Item>
      <Form.Item label={t('people.label')} htmlFor="play-first-people" {...wrong('people')}>
        <InputNumber
          id="play-first-people"
          min={1}
          max={Math.max(1, counter.mostPeople)}
          precision={0}
          value={counter.people}
          disabled={counter.peopleFixed}
          onChange={(people) => counter.setPeople(people ?? 1)}
        />
      </Form.Item>
      <Form.Item label={t('racer.label')} htmlFor="play-first-racer" {...wrong('racer')}>
        <Input
          id="play-first-racer"
          value={counter.racer}
          maxLength={30}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => counter.setRacer(event.target.value)}
        />
      </Form.Item>
      <Form.Item label={t('records.vehicle')} htmlFor="play-first-vehicle" {...wrong('vehicleId')}>
        <div className="pl-play-first-vehicle">
          <Select
            id="play-first-vehicle"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('counter.will.noVehicle')}
            value={counter.chosenVehicles[0]?.id}
            options={vehicles.map((vehicle) => {
              const { state } = vehicleTile(vehicle, now)
              const isIdle = state === 'idle'
              return {
                value: vehicle.id,
                disabled: !isIdle,
                label: isIdle ? vehicle.name : `${vehicle.name} · ${t(`vehicle.state.${state}`)}`,
              }
            })}
            onChange={counter.takeVehicle}
          />
          <Button onClick={() => setPicking(true)} icon={<SearchOutlined />} aria-label={t('vehiclePicker.title')} />
        </div>
        {isPicking ? (
          <VehiclePicker
            onPreselect={([one]) => {
              setPicking(false)
              if (one) counter.takeVehicle(one.id)
            }}
            onDispatch={([one]) => {
              setPicking(false)
              if (one) onDispatch(one.id)
            }}
            onClose={() => setPicking(false)}
          />
        ) : null}
      </Form.Item>
      <Form.Item label={t('remark.label')} htmlFor="play-first-remark">
        <Input
          id="play-first-remark"
          value={counter.remark}
          maxLength={200}
          placeholder={t('remark.hint')}
          autoComplete="off"
          onChange={(event) => counter.setRemark(event.target.value)}
        />
      </Form.Item>
    </>
  )
}
