import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, DictSelect, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { newId } from '#shared/core/id.ts'
import { formatAmount } from '#shared/core/money.ts'
import { type PayInput, promoterPayouts } from '#shared/features/promoters/promoters.contract.ts'
import type { PayoutState } from '#shared/features/promoters/promoters.schema.ts'

type Payout = RowOf<'promoterPayouts'>

const tones = { requested: 'warning', paid: 'success', rejected: 'neutral' } satisfies Record<PayoutState, Tone>

const Field = fieldsOf(bodyOf(promoterPayouts.pay), promoterPayouts.pay)

/** Requests to pay out commissions, which another user approves. */
export function PayoutsPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const states = useDict('payout_state')
  const modes = useDict('payout_mode')
  const ask = useConfirmation()
  const may = useMayCall('promoterPayouts')
  const [paying, setPaying] = useState<Payout | null>(null)
  const actionsOf = (row: Payout): RowAction[] => {
    if (row.payoutState !== 'requested' || !may('pay')) return []
    const key = newId()
    const reject = async (reason: string): Promise<string> => {
      try {
        return (await client.promoterPayouts.reject({ key, body: { id: row.id, reason } })).message
      } finally {
        await refreshList('promoterPayouts')
      }
    }
    const named = { name: row.promoterName, amount: formatAmount(row.amount) }
    return [
      { key: 'pay', label: t('payout.pay'), act: () => setPaying(row) },
      {
        key: 'reject',
        label: t('payout.reject'),
        danger: true,
        act: () => void ask(t('payout.rejectAsk', named), reject, { needsReason: true, ok: t('payout.reject') }),
      },
    ]
  }
  return (
    <>
      <CrudPage
        resource="promoterPayouts"
        title="menu.promoterPayouts"
        emptyHint="empty.promoterPayouts"
        columns={[
          { name: 'createTime', sorter: true, width: 160, onCard: true },
          { name: 'promoterName', sorter: true, width: 140 },
          {
            name: 'amount',
            sorter: true,
            align: 'right',
            width: 110,
            onCard: true,
            render: ({ amount }) => <Money value={amount} />,
          },
          {
            name: 'payoutState',
            sorter: true,
            width: 120,
            onCard: true,
            options: states,
            render: ({ payoutState }) => (
              <ToneTag tone={tones[payoutState]}>{t(`payout.state.${payoutState}`)}</ToneTag>
            ),
          },
          { name: 'createBy', width: 110 },
          { name: 'decideBy', width: 110, onCard: true },
          { name: 'decideTime', sorter: true },
          { name: 'payoutMode', options: modes, width: 110 },
          { name: 'transferNo', width: 150 },
          { name: 'reason', width: 160, optional: true },
          { name: 'remark', width: 160, optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        ]}
        filters={[
          <ChoiceFilter key="state" name="payoutState" options={states} />,
          <TextFilter key="promoter" name="promoterName" />,
          <DaysFilter key="time" name="createTime" />,
        ]}
        actions={{ row: actionsOf }}
      />
      {paying ? <PayDialog row={paying} onClose={() => setPaying(null)} /> : null}
    </>
  )
}

function PayDialog({ row, onClose }: { row: Payout; onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async (values: Values): Promise<string> => {
    // The form's fields are those of the call.
    const body = { ...values, id: row.id } as PayInput
    const { message } = await withKey(body, (key) => client.promoterPayouts.pay({ body, key }))
    await refreshList('promoterPayouts')
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('payout.payOf', { name: row.promoterName, amount: formatAmount(row.amount) })}
      okText={t('payout.pay')}
      form={{
        values: () => ({ payoutMode: 'cash', transferNo: '' }),
        fields: () => <PayFields sysOrgCode={row.sysOrgCode} />,
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

function PayFields({ sysOrgCode }: { sysOrgCode: string }) {
  const { t } = useText()
  const mode = Form.useWatch<string | undefined>('payoutMode')
  return (
    <>
      <Field name="payoutMode" extra={t('payout.payHint')}>
        <DictSelect code="payout_mode" allowClear={false} />
      </Field>
      {mode === 'transfer' ? (
        <Field name="transferNo">
          <Input maxLength={64} autoComplete="off" />
        </Field>
      ) : (
        <DrawerField sysOrgCode={sysOrgCode} />
      )}
    </>
  )
}

/** Which of several open drawers pays. */
function DrawerField({ sysOrgCode }: { sysOrgCode: string }) {
  const { data } = useQuery({
    queryKey: ['shifts', 'drawers', sysOrgCode],
    queryFn: async () => (await client.shifts.drawers({ query: { sysOrgCode } })).result,
  })
  const drawers = data?.drawers ?? []
  if (drawers.length < 2) return null
  return (
    <Field name="shiftId">
      <Select
        options={drawers.map(({ id, cashierName, terminalName }) => ({
          value: id,
          label: [cashierName, terminalName].filter(Boolean).join(' · '),
        }))}
      />
    </Field>
  )
}
