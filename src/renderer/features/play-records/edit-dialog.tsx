import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { RulePickerField } from '#renderer/features/rules/index.ts'
import { useBackGuard } from '#renderer/ui/dialog/use-back-guard.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount, formatMinor } from '#shared/core/money.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { isForGuests } from '#shared/features/rules/consume-types.calc.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { EditableType } from '#shared/features/sessions/play-record-edits.schema.ts'
import { type HoldChange, holdChanges, priceBy } from './play-records.calc.ts'
import './deduct.css'

/** The rules of the record's store: those for its member, and those for walk-ins. */
async function rulesFor({ sysOrgCode, userId }: PlayRecord): Promise<readonly OfferedRule[]> {
  const query = { sysOrgCode, pageSize: MAX_PICKED_ROWS }
  const everybody = (await client.consumeRules.listActive({ query })).result.records
  if (!userId) return everybody
  const { result } = await client.consumeRules.listForMemberOfStore({ query: { ...query, userId } })
  const own = new Set(result.records.map(({ consumeTypeRole }) => consumeTypeRole))
  const { records } = result
  return [...records, ...everybody.filter(({ consumeTypeRole: type }) => !own.has(type) && isForGuests(type))]
}

const TYPES_ID = 'edit-types'

/**
 * Changes rule and type, racer and remark of a pending ride (spec §2, edit-play-info), and shows the effect on the
 * price.
 */
export function EditDialog({ record, onClose }: { record: PlayRecord; onClose(): void }) {
  const { t } = useText()
  const [type, setType] = useState<EditableType | null>(EditableType.safeParse(record.consumeType).data ?? null)
  const [ruleId, setRuleId] = useState<string | null>(record.ruleId)
  const [racer, setRacer] = useState(record.racer)
  const [remark, setRemark] = useState(record.remark)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const rules = useQuery({
    queryKey: ['rulesOfStore', record.sysOrgCode, record.userId],
    queryFn: () => rulesFor(record),
  })
  const offered = rules.data?.filter(({ consumeTypeRole }) => consumeTypeRole === type) ?? []
  // The only rule of a type is chosen by itself; the rules may arrive after the type was chosen.
  const only = ruleId === null && offered.length === 1 ? offered[0] : undefined
  const rule = offered.find(({ id }) => id === ruleId) ?? only
  const wantedId = rule?.id ?? ruleId
  const isChanged =
    ruleId !== record.ruleId || type !== record.consumeType || racer !== record.racer || remark !== record.remark
  useBackGuard(() => isChanged, onClose)
  useFocusOnOpen(() => document.querySelector<HTMLElement>(`#${TYPES_ID} [aria-pressed="true"]`), rules.isSuccess)

  const chooseType = (next: EditableType) => {
    setFailure(null)
    setType(next)
    setRuleId(next === record.consumeType ? record.ruleId : null)
  }
  const save = async () => {
    if (isBusy) return
    if (!type || !wantedId) return setFailure(new AppError('sessions.ruleRequired', { field: 'ruleId' }))
    if (racer.trim() === '') return setFailure(new AppError('sessions.racerRequired', { field: 'racer' }))
    setBusy(true)
    setFailure(null)
    try {
      await client.playBeforePay.edit({
        body: { id: record.id, consumeType: type, ruleId: wantedId, racer, remark },
      })
      void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const field = failure instanceof AppError ? failure.details.field : undefined
  const problemOf = (name: string) =>
    failure && field === name ? { validateStatus: 'error' as const, help: textOfError(t, failure) } : {}

  return (
    <Modal
      open
      width={560}
      title={t('edit.title')}
      okText={t('edit.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: isBusy, disabled: !isChanged }}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form layout="vertical" className="pl-deduct" onFinish={() => void save()}>
        {failure && !['ruleId', 'consumeType', 'racer'].includes(String(field)) ? (
          <Alert type="error" showIcon title={textOfError(t, failure)} />
        ) : null}
        <Form.Item label={t('type.label')} {...problemOf('consumeType')}>
          <fieldset id={TYPES_ID} className="pl-types" aria-label={t('type.label')}>
            {EditableType.options.map((one) => (
              <button key={one} type="button" aria-pressed={one === type} onClick={() => chooseType(one)}>
                {t(`type.${one}`)}
              </button>
            ))}
          </fieldset>
        </Form.Item>
        {rules.isPending ? <Skeleton active paragraph={{ rows: 2 }} /> : null}
        {rules.error ? <ErrorBlock error={rules.error} retry={() => void rules.refetch()} /> : null}
        {rules.data ? (
          <Form.Item label={t('rule.label')} htmlFor="edit-rule" {...problemOf('ruleId')}>
            <RulePickerField
              id="edit-rule"
              value={wantedId ?? undefined}
              missingText={record.roleName}
              placeholder={t(offered.length === 0 ? 'edit.noRule' : 'error.sessions.ruleRequired')}
              consumeType={type ?? undefined}
              orgCode={record.sysOrgCode}
              userId={record.userId ?? undefined}
              onChange={(next) => {
                setFailure(null)
                setRuleId(next ?? null)
              }}
            />
          </Form.Item>
        ) : null}
        <Form.Item label={t('racer.label')} htmlFor="edit-racer" {...problemOf('racer')}>
          <Input
            id="edit-racer"
            value={racer}
            maxLength={30}
            autoComplete="off"
            onChange={(e) => setRacer(e.target.value)}
          />
        </Form.Item>
        <Form.Item label={t('remark.label')} htmlFor="edit-remark">
          <Input
            id="edit-remark"
            value={remark}
            maxLength={200}
            autoComplete="off"
            onChange={(e) => setRemark(e.target.value)}
          />
        </Form.Item>
        {rule && rule.id !== record.ruleId ? (
          <Changes record={record} rule={rule} holds={holdChanges(record, rule)} />
        ) : null}
        {/* Enter confirms: browsers submit a form with several fields only through a button. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

/** The old and new price, and what is held in the member's wallets. */
function Changes({ record, rule, holds }: { record: PlayRecord; rule: OfferedRule; holds: HoldChange[] }) {
  const { t } = useText()
  const wallets = {
    money: 'wallet.balance',
    integral: 'wallet.integral',
    laps: 'wallet.laps',
    coins: 'wallet.coins',
    give: 'wallet.give',
  } as const
  const shown = ({ wallet }: HoldChange, value: number) =>
    wallet === 'money' || wallet === 'give' ? formatMinor(value) : String(value)
  const price = { before: formatAmount(record.price), after: formatMinor(priceBy(rule, record)) }
  return (
    <dl className="pl-deduct-record" aria-live="polite" data-testid="edit-changes">
      <dt>{t('edit.price')}</dt>
      <dd className="pl-amount">{t('edit.fromTo', price)}</dd>
      {holds.map((one) => (
        <Fact key={one.wallet} name={t('edit.hold', { wallet: t(wallets[one.wallet]) })}>
          {t('edit.fromTo', { before: shown(one, one.before), after: shown(one, one.after) })}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="pl-amount">{children}</dd>
    </>
  )
}
