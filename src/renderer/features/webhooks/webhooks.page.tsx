import { Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { SecretDialog } from '#renderer/ui/dialog/secret-dialog.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { WebhookEvent, webhookResource } from '#shared/features/webhooks/webhooks.schema.ts'
import { Deliveries } from './deliveries.tsx'

type Row = RowOf<'webhooks'>
const Field = fieldsOf(webhookResource.create, webhookResource)

/** Webhook endpoints with their state, secrets and deliveries. */
export function WebhooksPage() {
  const { t } = useText()
  const may = useMayCall('webhooks')
  const ask = useConfirmation()
  const [secret, setSecret] = useState<string | null>(null)
  const [shown, setShown] = useState<Row | null>(null)
  const makeSecret = async ({ id }: Row) => {
    const { result, message } = await client.webhooks.newSecret({ body: { id } })
    setSecret(result.secret)
    await refreshList('webhooks')
    return message
  }
  const askForSecret = (row: Row) =>
    void ask(t('webhook.newSecretAsk', { name: row.name }), () => makeSecret(row), {
      ok: t('webhook.newSecret'),
      isDanger: row.secretTime !== null,
      ...(row.secretTime === null ? {} : { hint: t('webhook.newSecretHint') }),
    })
  const test = (row: Row) =>
    void ask(
      `${t('webhook.test')} · ${row.name}`,
      async () => {
        const { message } = await client.webhooks.test({ body: { id: row.id } })
        setShown(row)
        return message
      },
      { isDanger: false, ok: t('webhook.test') },
    )
  const actionsOf = (row: Row) => [
    { key: 'deliveries', label: t('webhook.deliveries'), act: () => setShown(row) },
    ...(may('edit') ? [{ key: 'secret', label: t('webhook.newSecret'), act: () => askForSecret(row) }] : []),
    ...(may('test') && row.secretTime !== null
      ? [{ key: 'test', label: t('webhook.test'), act: () => test(row) }]
      : []),
  ]
  return (
    <>
      <CrudPage
        resource="webhooks"
        title="menu.webhooks"
        columns={[
          { name: 'name', sorter: true, width: 160 },
          { name: 'enabled', title: 'webhook.status', onCard: true, render: (row) => <StatusTag row={row} /> },
          { name: 'url', width: 240 },
          {
            name: 'events',
            width: 200,
            onCard: true,
            render: ({ events }) => <EventNames events={events} />,
            whole: ({ events }) => <EventNames events={events} isWhole />,
          },
          { name: 'sentTime' },
          { name: 'failingTime', optional: true },
          { name: 'stoppedBecause', optional: true },
          { name: 'secretTime', optional: true },
          { name: 'createTime', sorter: true, optional: true },
        ]}
        filters={[<TextFilter key="name" name="name" />]}
        form={{
          noun: 'noun.webhook',
          values: (row) => (row ? {} : { enabled: 'YES' }),
          fields: () => <WebhookFields />,
        }}
        actions={{ row: actionsOf }}
      />
      {secret === null ? null : (
        <SecretDialog
          title={t('webhook.secretTitle')}
          hint={t('webhook.secretHint')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
      {shown ? <Deliveries endpoint={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}

const eventsOf = (joined: string): WebhookEvent[] =>
  joined.split(',').flatMap((name) => WebhookEvent.safeParse(name).data ?? [])

function EventNames({ events, isWhole = false }: { events: string; isWhole?: boolean }) {
  const { t } = useText()
  const names = eventsOf(events).map((name) => t(`webhook.event.${name}`))
  if (isWhole || names.length < 2) return names.join(', ')
  return t('webhook.moreEvents', { first: names[0] ?? '', count: names.length })
}

function statusOf({ secretTime, enabled, stoppedBecause, failingTime }: Row) {
  if (secretTime === null) return 'noSecret'
  if (enabled === 'NO') return stoppedBecause === '' ? 'off' : 'stopped'
  return failingTime === null ? 'well' : 'failing'
}
const tones = {
  noSecret: 'warning',
  stopped: 'error',
  off: 'neutral',
  failing: 'error',
  well: 'success',
} satisfies Record<ReturnType<typeof statusOf>, Tone>

function StatusTag({ row }: { row: Row }) {
  const { t } = useText()
  const status = statusOf(row)
  return <ToneTag tone={tones[status]}>{t(`webhook.status.${status}`)}</ToneTag>
}

function WebhookFields() {
  const { t } = useText()
  return (
    <>
      <Field name="name" extra={t('webhook.nameHint')}>
        <Input maxLength={60} autoComplete="off" />
      </Field>
      <Field name="url" extra={t('webhook.urlHint')}>
        <Input maxLength={500} autoComplete="off" inputMode="url" placeholder="https://" />
      </Field>
      <Field
        name="events"
        getValueProps={(joined?: string) => ({ value: joined ? joined.split(',') : [] })}
        normalize={(names: string[]) => names.join(',')}
      >
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={WebhookEvent.options.map((value) => ({ value, label: `${t(`webhook.event.${value}`)} (${value})` }))}
        />
      </Field>
      <Field name="enabled" {...asSwitch}>
        <Switch />
      </Field>
    </>
  )
}
